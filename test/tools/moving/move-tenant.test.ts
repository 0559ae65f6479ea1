import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, type ClientConfig } from 'pg';
import { reconcileOnce } from '../../../src/calls/reconcile.ts';
import { countRowsWithoutWeek, keepPartitionsAhead } from '../../../src/db/partitions.ts';
import { countFinishedHalfHours, foldDeliveryCounts } from '../../../src/deliveries/delivery-counts.ts';
import { deleteExpiredDeliveriesOnce } from '../../../src/deliveries/retention.ts';
import { resumeDeliveries } from '../../../src/dispatch/resume.ts';
import { webhookBucket } from '../../../src/dispatch/webhook-bucket.ts';
import { begin, finish, forgetOldKeys, letGo } from '../../../src/idempotency/idempotency-keys.ts';
import { pacingWithFallback } from '../../../src/pacing/fallback.ts';
import { defaultTenantLimits } from '../../../src/process/limits.ts';
import { createLog } from '../../../src/process/log.ts';
import { createMetrics } from '../../../src/process/metrics.ts';
import { replayNow } from '../../../src/replays/replay.ts';
import { parseApiKey } from '../../../src/tenants/api-keys.ts';
import { receiveText } from '../../../src/texts/receive-text.ts';
import { reconcileTextsOnce } from '../../../src/texts/reconcile-texts.ts';
import { abandonMove } from '../../../tools/moving/abandon-move.ts';
import type { Move } from '../../../tools/moving/move.ts';
import { hasCaughtUp } from '../../../tools/moving/replication.ts';
import { switchMove } from '../../../tools/moving/switch-move.ts';
import { keysTakenAlong } from '../../../tools/moving/taken-along.ts';
import { rowsOf } from '../../deletion/what-is-left.ts';
import { type ApiClient, api } from '../../support/api.ts';
import { deliveriesOf, event, publish } from '../../support/events.ts';
import { endpoint, tenant, trigger } from '../../support/fixtures.ts';
import { receiverFor } from '../../support/receiver.ts';
import { redisUrl, withoutRedis } from '../../support/redis.ts';
import { type ReadyTenant, type Ringpost, readyTenant } from '../../support/ringpost.ts';
import { unhurriedMs } from '../../support/targets.ts';
import { until } from '../../support/until.ts';
import { callBody, impatient, interrupted, livedIn, type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});

/** All but what each cell counts for itself. */
async function movedRowsOf(system: Ringpost, tenantId: string): Promise<Record<string, string>> {
  const { webhook_delivery_changes: _changes, webhook_delivery_counts: _counts, ...rows } = await rowsOf(system, tenantId);
  return rows;
}

/** Every answer that the tenant and its operator can read, as bytes. */
async function readable(
  system: Ringpost,
  client: ApiClient,
  { tenantId, agentId }: ReadyTenant,
  callId: string,
): Promise<readonly string[]> {
  const { body } = await client.get('/webhook-deliveries?limit=50');
  assert.ok(body.deliveries.length >= 3);
  const paths = ['/webhook-deliveries?limit=50', '/agents', `/agents/${agentId}`, '/webhooks', '/automation-triggers', `/calls/${callId}`];
  for (const { id } of body.deliveries) paths.push(`/webhook-deliveries/${id}`);
  const base = `/tenants/${tenantId}`;
  const asOperator = [
    '',
    '/contacts',
    '/messages',
    '/wallet',
    '/api-keys',
    '/phone-numbers',
    '/agents',
    '/webhook-endpoints',
    '/automation-triggers',
  ];
  const answers = [
    ...(await Promise.all(paths.map(async (path) => client.get(path)))),
    ...(await Promise.all(asOperator.map(async (path) => system.operator.get(`${base}${path}`)))),
  ];
  return answers.map(({ status, raw }) => {
    assert.equal(status, 200, raw);
    // Links to recordings are made anew at each reading.
    return raw.replace(/"recordingUrl":"[^"]+"/, '"recordingUrl":"…"');
  });
}

test('all that can be read of a tenant is the same after the move, to the byte, and its keys and idempotency keys hold', async () => {
  const { owner, key, callId, firstCall, firstEndpoint } = await livedIn(source);
  const { tenantId } = owner;
  // A link into the portal goes by the host, and no router is to know it.
  assert.equal((await source.operator.post(`/tenants/${tenantId}/portal-links`, { scopes: ['webhooks'] })).status, 201);
  const there = await readable(source, owner.api, owner, callId);
  const [call, made] = [await owner.api.post('/calls', firstCall), await owner.api.post('/webhooks', firstEndpoint)];
  const rows = await movedRowsOf(source, tenantId);

  await cells.moved(tenantId);
  assert.deepEqual(await movedRowsOf(destination, tenantId), rows);
  const client = api(destination.publicUrl, key);
  assert.deepEqual(await readable(destination, client, owner, callId), there);
  assert.equal((await client.post('/calls', firstCall)).raw, call.raw);
  assert.equal((await client.post('/webhooks', firstEndpoint)).raw, made.raw);
  assert.equal(destination.simulator.ledger.read().totals.dials, 0);
  const ids = [owner.apiKeyId, parseApiKey(key)?.id ?? ''].sort();
  assert.deepEqual(
    await keysTakenAlong(cells.move(tenantId)),
    ids.map((id) => `rp_test_c1_${id.slice('key_'.length)}`),
  );
});

test('while it is followed it works in the old cell, and the new one does nothing for it; then the new one counts what came as its own', async () => {
  const { owner, key } = await livedIn(source);
  const { tenantId } = owner;
  const base = `/tenants/${tenantId}`;
  const move = await cells.followed(tenantId);
  const placed = await owner.api.post('/calls', { ...callBody(owner), idempotencyKey: 'call-2' });
  assert.equal(placed.status, 201);
  assert.ok(await hasCaughtUp(move, 60_000));
  await destination.pass(3_600);
  assert.equal((await destination.context.db.knex('calls').where({ id: placed.body.call.id }).first()).status, 'queued');
  assert.equal(destination.simulator.ledger.read().totals.dials, 0);
  // Counted here while they are arriving, as nobody's.
  await countFinishedHalfHours(destination.context);
  await countFinishedHalfHours(destination.context);

  // Changed, made and deleted meanwhile; and settings of the tenant itself.
  await source.settle();
  const { phone } = await source.context.db.knex('contacts').where({ tenant_id: tenantId }).first('phone');
  const renamed = { phone, name: 'Another', customFields: {} };
  assert.equal((await source.operator.request('PUT', `${base}/contacts`, { body: renamed })).status, 200);
  await source.context.db.knex('opted_out').where({ tenant_id: tenantId }).delete();
  assert.equal((await source.operator.request('PATCH', base, { body: { limits: { concurrentCalls: 77 } } })).status, 200);
  const total = async (from: ApiClient) => (await from.get('/webhook-deliveries?limit=1')).body.pagination;
  const there = await total(owner.api);
  await switchMove(move, impatient);

  assert.deepEqual(await movedRowsOf(destination, tenantId), await movedRowsOf(source, tenantId));
  const client = api(destination.publicUrl, key);
  assert.deepEqual(await total(client), there);
  await foldDeliveryCounts(destination.context);
  assert.deepEqual(await total(client), there);
  assert.equal((await destination.operator.get(base)).body.tenant.limits.concurrentCalls, 77);
  // The ledger goes on after what it has.
  const entries = () => destination.context.db.knex('wallet_ledger').where({ tenant_id: tenantId }).orderBy('id').select('id', 'kind');
  const had = await entries();
  assert.equal(
    (await destination.operator.post(`${base}/wallet/credit`, { amountMicros: 1_000_000, dedupeKey: 'after-the-move' })).status,
    200,
  );
  assert.deepEqual((await entries()).slice(0, -1), had);
});

test('the new cell numbers its ledger on from what the tenant brings, or from where it is where that is ahead', async () => {
  const set = ({ context }: Ringpost, to: number) => context.db.engine.query(`select setval('wallet_ledger_id_seq', $1)`, [to]);
  const last = async () => {
    const { rows } = await destination.context.db.engine.query<{ last: number }>('select last_value as last from wallet_ledger_id_seq');
    return rows[0]?.last ?? 0;
  };
  const { owner: brings } = await livedIn(source);
  await set(destination, 1_000_000_000);
  await cells.moved(brings.tenantId);
  assert.equal(await last(), 1_000_000_000);
  await set(source, 2_000_000_000);
  const { owner: bringsMore } = await livedIn(source);
  await cells.moved(bringsMore.tenantId);
  assert.ok((await last()) > 2_000_000_000);
});

/** Moves the clocks of both cells, which then show the same time. */
function passInBoth(seconds: number): void {
  const now = new Date(Math.max(Number(source.clock.realNow()), Number(destination.clock.realNow())) + seconds * 1_000);
  for (const { clock } of [source, destination]) clock.setReal(now);
}

// holds: L-IDEM-02
test('an idempotency key that is used anew while its tenant is followed holds in the new cell, though its first use is forgotten there', async () => {
  const { owner, key, firstCall } = await livedIn(source);
  const move = await cells.followed(owner.tenantId);
  passInBoth(86_400);
  await forgetOldKeys(destination.context);
  const placed = await owner.api.post('/calls', firstCall);
  assert.equal(placed.status, 201, placed.raw);
  await switchMove(move, impatient);
  const repeated = await api(destination.publicUrl, key).post('/calls', firstCall);
  assert.deepEqual([repeated.headers['idempotency-replayed'], repeated.raw], ['true', placed.raw]);
});

/** Claims a key in the old cell. */
async function claimed(owner: ReadyTenant) {
  const request = { operation: 'placeCall', key: 'resumed', body: {}, about: { requestId: 'req-1' }, leaseMs: 5_000 };
  const begun = await begin(source.context, owner, request);
  assert.ok(begun.kind === 'begun');
  return { request, claim: begun.claim };
}

const answer = { status: 201, rawJson: '{"a":1}' };

test('an answer that is stored during the switch is sealed with the key of the new cell, however old its idempotency key is', async () => {
  const { owner } = await livedIn(source);
  const { request, claim } = await claimed(owner);
  await letGo(source.context.db.knex, claim, source.clock.realNow());
  passInBoth(300);
  let isHeld = false;
  const tell = (step: string): void => {
    isHeld = step === 'holding its deliveries back';
  };
  const resuming = async (text: string): Promise<void> => {
    if (!isHeld || !text.includes('pg_logical_emit_message')) return;
    assert.ok(await finish(source.context.db.knex, source.context, (await claimed(owner)).claim, answer));
  };
  await switchMove({ ...interrupted(await cells.followed(owner.tenantId), resuming), tell }, impatient);
  assert.deepEqual(await begin(destination.context, owner, request), { kind: 'answered', reply: answer });
});

test('an answer that the new cell has not read when the switch begins is sealed with the key of the new cell', async () => {
  const { owner } = await livedIn(source);
  const move = await cells.followed(owner.tenantId);
  const subscription = async (to: 'enable' | 'disable') =>
    destination.context.db.engine.query(`alter subscription ringpost_${owner.tenantId} ${to}`);
  await subscription('disable');
  const { request, claim } = await claimed(owner);
  assert.ok(await finish(source.context.db.knex, source.context, claim, answer));
  passInBoth(300);
  const reading = async (text: string): Promise<void> => {
    if (text.includes('pg_logical_emit_message')) await subscription('enable');
  };
  await switchMove(interrupted(move, reading), impatient);
  assert.deepEqual(await begin(destination.context, owner, request), { kind: 'answered', reply: answer });
});

test('what came before its week was made comes along, and the week is made when the move has ended', async (t) => {
  const target = await receiverFor(t);
  const { id: tenantId } = await tenant(source.context);
  const { id: endpointId } = await endpoint(source.context, tenantId, { url: target.url });
  await trigger(source.context, tenantId, endpointId);
  passInBoth(200 * 86_400);
  const unattended = { ...source.context, wake: { ...source.context.wake, dispatcher: null } };
  await publish(unattended, event(source.context, tenantId));
  const { knex } = source.context.db;
  const [delivery] = await deliveriesOf(knex, tenantId);
  const attempt = { tenant_id: tenantId, delivery_id: delivery?.id, n: 1, started_at: source.clock.now(), duration_ms: 5, status: 500 };
  await knex('webhook_attempts').insert(attempt);
  assert.equal(await countRowsWithoutWeek(knex), 3);
  const move = await cells.followed(tenantId);
  const keep = async (): Promise<number> => {
    await keepPartitionsAhead(knex, source.clock.now());
    return countRowsWithoutWeek(knex);
  };
  assert.equal(await keep(), 3);
  await switchMove(move, impatient);
  assert.equal(await keep(), 0);
  const { webhook_deliveries: _deliveries, ...rows } = await movedRowsOf(source, tenantId);
  const { webhook_deliveries: _released, ...there } = await movedRowsOf(destination, tenantId);
  assert.deepEqual(there, rows);
  await destination.pass(60);
  assert.equal(target.received.length, 1);
});

test('a delivery that is sent again while its tenant is followed goes on in the new cell, though that keeps deliveries for less time', async (t) => {
  const target = await receiverFor(t);
  const { id: tenantId } = await tenant(source.context);
  const { id: endpointId } = await endpoint(source.context, tenantId, { url: target.url });
  await trigger(source.context, tenantId, endpointId);
  passInBoth(0);
  await publish(source.context, event(source.context, tenantId));
  await source.work();
  const [delivery] = await deliveriesOf(source.context.db.knex, tenantId);
  assert.equal(delivery?.status, 'success');
  const move = await cells.followed(tenantId);
  passInBoth(31 * 86_400);
  const { context } = destination;
  await deleteExpiredDeliveriesOnce({ ...context, config: { ...context.config, deliveryRetentionDays: 30 } });
  target.answer(500);
  await replayNow(source.context, tenantId, delivery.id, defaultTenantLimits);
  assert.equal(target.received.length, 2);
  target.answer(200);
  assert.equal((await switchMove(move, impatient)).deliveries, 1);
  await destination.pass(120);
  assert.equal(target.received.length, 3);
});

test('what waits is sent once, from the new cell, under its id; what had begun ends where it began', async (t) => {
  const target = await receiverFor(t);
  const { id: tenantId } = await tenant(source.context);
  const { id: endpointId } = await endpoint(source.context, tenantId, { url: target.url });
  await trigger(source.context, tenantId, endpointId);
  const events = Array.from({ length: 6 }, () => event(source.context, tenantId));
  const [first, last, ...others] = events;
  assert.ok(first && last);
  const held = target.hold();
  await publish(source.context, first);
  const working = source.work();
  const begun = await held;
  target.answer(200);
  await publish({ ...source.context, wake: { ...source.context.wake, dispatcher: null } }, ...others);
  const move = await cells.followed(tenantId);

  await assert.rejects(
    switchMove(move, { ...impatient, inHandMs: 0 }),
    /^MovingError: 1 of its deliveries are under way still\. Its deliveries wait/,
  );
  // It works on, and what it publishes waits too.
  await publish(source.context, last);
  const switchedOn = { tenantId, endpointId, limits: defaultTenantLimits };
  assert.equal(await resumeDeliveries(source.context, switchedOn), 0, 'nor does switching the endpoint on let them go');
  begun.writeHead(200).end();
  await working;
  await source.work();
  assert.equal(target.received.length, 1, 'what was in hand went out, and nothing else');
  await destination.pass(86_400);

  assert.equal((await switchMove(move, impatient)).deliveries, 5);
  await destination.pass(60);
  const sent = () => target.received.slice(1).map(({ headers }) => headers['x-webhook-delivery-id']);
  const waiting = (await deliveriesOf(source.context.db.knex, tenantId)).filter(({ finished_at }) => finished_at === null);
  assert.deepEqual([...sent()].sort(), waiting.map(({ id }) => id).sort());
  await source.pass(86_400);

  // What is published again after the move is known: to whoever asks first, and by the id that its delivery would have.
  const again = await destination.context.publisher.publish(tenantId, events);
  assert.deepEqual(
    again.map(({ isNew, deliveries }) => [isNew, deliveries]),
    events.map(() => [false, 0]),
  );
  await publish(destination.context, ...events);
  await destination.pass(86_400);
  assert.equal(sent().length, 5);
  assert.equal((await deliveriesOf(destination.context.db.knex, tenantId)).length, 6);
  await publish(destination.context, event(destination.context, tenantId));
  await destination.work();
  assert.equal(sent().length, 6, 'new events go on as ever');
});

// holds: L-BUCKET-01, L-BUCKET-03
for (const [end, endMove] of [
  ['made', async (move: Move) => (await switchMove(move, impatient)).deliveries],
  ['abandoned', abandonMove],
] as const)
  test(`what waited for its bucket while a move was under way goes on no faster than the bucket allows once it is ${end}`, async () => {
    const { id: tenantId } = await tenant(source.context, { limits: { callEventsPerMinute: 2 } });
    const { id: endpointId } = await endpoint(source.context, tenantId, { url: 'https://receiver.example/' });
    await trigger(source.context, tenantId, endpointId);
    const unattended = { ...source.context, wake: { ...source.context.wake, dispatcher: null } };
    await publish(unattended, ...Array.from({ length: 8 }, () => event(source.context, tenantId)));
    const move = await cells.followed(tenantId);
    const dying = (step: string): void => assert.notEqual(step, 'refusing what is new in the old cell');
    await assert.rejects(switchMove({ ...move, tell: dying }, impatient), /refusing what is new/);
    for (const { clock } of [source, destination]) clock.advance(130);

    assert.equal(await endMove(move), 8);
    const { context } = end === 'made' ? destination : source;
    const putOff = (await deliveriesOf(context.db.knex, tenantId)).filter(({ next_retry_at }) => next_retry_at !== null);
    const goAt = putOff.map(({ due_at }) => Number(due_at)).sort((a, b) => a - b);
    assert.equal(goAt.length, 6);
    for (const [n, at] of goAt.entries()) assert.ok(n < 2 || at - Number(goAt[n - 2]) >= 60_000, `${goAt}`);
  });

test('what the tenant publishes in its new cell queues behind what came with it', { skip: withoutRedis }, async (t) => {
  const limits = { callEventsPerMinute: 2, textEventsPerMinute: 2 };
  const { id: tenantId } = await tenant(source.context, { limits });
  const { id: endpointId } = await endpoint(source.context, tenantId, { url: 'https://receiver.example/' });
  await trigger(source.context, tenantId, endpointId);
  const unattended = { ...source.context, wake: { ...source.context.wake, dispatcher: null } };
  await publish(unattended, ...Array.from({ length: 8 }, () => event(source.context, tenantId)));
  const { destination: cell, ...move } = await cells.followed(tenantId);
  await switchMove({ ...move, destination: { ...cell, config: { ...cell.config, redisUrl } } }, impatient);
  const pacing = await pacingWithFallback({
    url: redisUrl ?? '',
    log: createLog('silent'),
    metrics: createMetrics(),
    patienceMs: unhurriedMs,
  });
  t.after(() => pacing.close());
  const now = destination.clock.now();
  const [next] = await pacing.reserve([webhookBucket(tenantId, 'call.completed', limits)], now);
  assert.ok(Number(next) >= now.getTime() + 119_000, `${next?.toISOString()}`);
});

test('a tenant that publishes without a pause is handed over, with all that it has published', async () => {
  const { context } = source;
  const { id: tenantId } = await tenant(context);
  const { id: endpointId } = await endpoint(context, tenantId, { url: 'https://receiver.example/' });
  await trigger(context, tenantId, endpointId);
  const move = await cells.followed(tenantId);
  let published = 0;
  let isRefused = false;
  // One more comes between each statement that holds what waits and the one that counts what is left.
  const publishing = async (text: string): Promise<void> => {
    if (text.includes('as count') && !isRefused) published += (await publish(context, event(context, tenantId))).length;
  };
  const tell = (step: string): void => {
    isRefused ||= step === 'refusing what is new in the old cell';
  };
  const { deliveries } = await switchMove({ ...interrupted(move, publishing), tell }, { ...impatient, inHandMs: 0 });
  assert.ok(published > 0);
  assert.equal(deliveries, published);
});

test('once it is handed over the old cell refuses everything with 503, texts too, and the new cell ends a call that is going on', async () => {
  const { owner, key } = await livedIn(source);
  const { tenantId } = owner;
  const { phone_number: to } = await source.context.db.knex('phone_numbers').where({ tenant_id: tenantId }).first('phone_number');
  const { id } = (await owner.api.post('/calls', { ...callBody(owner), idempotencyKey: 'call-4' })).body.call;
  // Its processes have the key in memory for three seconds, which do not pass here.
  assert.equal((await owner.api.get('/agents')).status, 200);
  await cells.moved(tenantId);
  const placed = await owner.api.post('/calls', { ...callBody(owner), idempotencyKey: 'call-3' });
  assert.deepEqual([placed.status, placed.body.error.code, placed.headers['retry-after']], [503, 'overloaded', '1']);
  await assert.rejects(publish(source.context, event(source.context, tenantId)), /being handed over/);
  // The provider asks the next address.
  const text = { from: '+14155550123', to, body: 'Hello', providerMessageId: 'SM-moved', wish: null };
  await assert.rejects(receiveText(source.context, text, { requestId: 'req-1' }), /cannot serve this request just now/);
  source.clock.advance(5);
  const asked = await owner.api.get('/agents');
  assert.deepEqual([asked.status, asked.body.error.code, asked.headers['retry-after']], [503, 'overloaded', '1']);
  assert.equal((await api(destination.publicUrl, key).get('/agents')).status, 200);
  // Nobody else notices.
  const other = await readyTenant(source);
  assert.equal((await other.api.post('/calls', callBody(other))).status, 201);

  const callIn = ({ context }: Ringpost) => context.db.knex('calls').where({ id }).first();
  const { status } = await callIn(source);
  // The provider tells the old cell, which takes nothing.
  await source.play();
  await source.pass(3_600);
  assert.equal((await callIn(source)).status, status);
  const sharingTheProvider = { ...destination.context, voice: source.context.voice };
  await reconcileOnce(sharingTheProvider);
  assert.equal((await callIn(destination)).status, 'completed');
  await destination.pass(120);
  assert.ok((await callIn(destination)).completed_event_at);
  assert.equal(
    (await destination.context.db.knex('webhook_events').where({ tenant_id: tenantId, dedupe_key: `call.completed:${id}` })).length,
    1,
  );
});

test('a move is abandoned though the reader of its slot comes back just before the slot is dropped', async () => {
  const { tenantId } = await readyTenant(source);
  const move = await cells.followed(tenantId);
  const slot = `ringpost_${tenantId}`;
  const reader = new Client({ connectionString: move.sourceUrl, replication: 'database' } as ClientConfig);
  const ended = new Promise<void>((resolve) => reader.on('error', () => {}).on('end', resolve));
  let isBack = false;
  const comesBack = async (text: string): Promise<void> => {
    if (isBack || !/pg_drop_replication_slot/.test(text)) return;
    isBack = true;
    await reader.connect();
    reader
      .query(`START_REPLICATION SLOT "${slot}" LOGICAL 0/0 (proto_version '1', publication_names '"${slot}"')`)
      .catch((error: unknown) => assert.match(String(error), /terminat/));
    const { knex } = source.context.db;
    await until('the slot is read', async () => (await knex('pg_replication_slots').where({ slot_name: slot, active: true })).length === 1);
  };
  await abandonMove(interrupted(move, comesBack));
  await ended;
  assert.deepEqual([isBack, await source.context.db.knex('pg_replication_slots').where({ slot_name: slot })], [true, []]);
});

/** Keeps the provider of a request waiting until it is let go. */
function held<Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) {
  let letGo: (() => void) | undefined;
  return {
    async ask(asked: Asked): Promise<Answer> {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return ask(asked);
    },
    asked: () => until('the provider is asked', async () => letGo !== undefined),
    letGo: () => letGo?.(),
  };
}

const sendText = ({ tenantId }: ReadyTenant) =>
  source.operator.post(`/tenants/${tenantId}/messages`, { to: '+14155550123', body: 'Hello' });

test('a text that is being sent is waited for, and its sender is told of it', async (t) => {
  const tenant = await readyTenant(source);
  const { texts } = source.context;
  const provider = held(texts.send.bind(texts));
  t.mock.method(texts, 'send', provider.ask);
  const move = await cells.followed(tenant.tenantId);
  const sending = sendText(tenant);
  await provider.asked();
  // The provider answers once the switch has looked for texts under way, and the switch goes on after that.
  const looked = async (text: string): Promise<void> => {
    if (/from texts/.test(text)) provider.letGo();
  };
  await switchMove(interrupted(move, looked), { ...impatient, placingMs: unhurriedMs });
  // A switch that did not look would have left it waiting.
  provider.letGo();
  const { status, raw } = await sending;
  assert.equal(status, 202, raw);
  const [text] = await destination.context.db.knex('texts').where({ tenant_id: tenant.tenantId });
  assert.ok(text.provider_message_id);
});

test('nobody is told that nothing was done of a call or a text that outlasts the hand-over, and the new cell finds both', async (t) => {
  const tenant = await readyTenant(source);
  const { texts, voice } = source.context;
  const [placer, sender] = [held(voice.place.bind(voice)), held(texts.send.bind(texts))];
  t.mock.method(voice, 'place', placer.ask);
  t.mock.method(texts, 'send', sender.ask);
  const move = await cells.followed(tenant.tenantId);
  const { idempotencyKey: _, ...body } = callBody(tenant);
  const [placing, sending] = [tenant.api.post('/calls', body), sendText(tenant)];
  await Promise.all([placer.asked(), sender.asked()]);
  await switchMove(move, impatient);
  placer.letGo();
  sender.letGo();
  const placed = await placing;
  assert.deepEqual([placed.status, placed.body.error.code, placed.body.error.details.fate], [500, 'placement_failed', 'unknown']);
  const sent = await sending;
  assert.equal(sent.status, 202, sent.raw);

  const there = { ...destination.context, voice, texts };
  destination.clock.advance(3_600);
  await reconcileOnce(there);
  await reconcileTextsOnce(there);
  const { knex } = destination.context.db;
  assert.equal((await knex('calls').where({ id: placed.body.error.details.callId }).first()).placement, 'placed');
  assert.ok((await knex('texts').where({ id: sent.body.message.id }).first()).provider_message_id);
});
