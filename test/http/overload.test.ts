import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Knex } from 'knex';
import { request as send } from 'undici';
import { connect } from '../../src/db/connect.ts';
import { createOperatorServer, createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { balance, keys, permitsTaken, type Ready, readyToCall } from '../calls/calling.ts';
import { type ApiClient, type ApiResponse, api, listen, listenFor, operatorApi, type TestServer } from '../support/api.ts';
import { contextFor, type TestContext, testContext } from '../support/context.ts';
import { apiKey } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

/** What callers are told when the service cannot serve them in time, and what is left of their requests: nothing. */
describe('overload', () => {
  let context: TestContext;
  let server: TestServer;
  let patient: TestServer;
  let ready: Ready;
  /** Asks a server that gives its requests little time. */
  let hasty: ApiClient;
  /** Asks one that gives them much: how fast the machine is decides nothing. */
  let client: ApiClient;
  let key: string;
  let lock: Knex.Transaction | null;

  const deadlineMs = 1_500;
  beforeEach(async () => {
    context = await testContext({ connections: { requestDeadlineMs: deadlineMs } });
    server = await listen(createPublicServer(context));
    patient = await listen(createPublicServer(context, { ...publicSurface(context), deadlineMs: 60_000 }));
    ready = await readyToCall(context, {
      balance: 100_000_000,
      limits: { writesPerMinute: 1_000, readsPerMinute: 1_000, concurrentCalls: 100 },
    });
    key = (await apiKey(context, ready.who.tenantId)).text;
    hasty = api(server.origin, key);
    client = api(patient.origin, key);
    lock = null;
  });
  afterEach(async () => {
    await unlock();
    await server.close();
    await patient.close();
    await context.close();
  });

  const lockTable = async (table: string): Promise<void> => {
    lock = await context.db.knex.transaction();
    await lock.raw('lock table ?? in access exclusive mode', [table]);
  };
  const unlock = async (): Promise<void> => {
    await lock?.rollback();
    lock = null;
  };
  const payByInvoice = (): Promise<unknown> => context.db.knex('tenants').where({ id: ready.who.tenantId }).update({ billing: 'invoice' });
  const place = (by: ApiClient, body: object = {}): Promise<ApiResponse> =>
    by.post('/calls', { agentId: ready.agentId, phoneNumber: '+14155550100', ...body });
  /** Statements that placements share are bound to the short deadline, whoever asks. A machine that is too slow for it is asked again. */
  const placeInTime = async (by: ApiClient, body: object = {}): Promise<ApiResponse> => {
    for (;;) {
      const answer = await place(by, body);
      if (answer.status !== 503) return answer;
    }
  };
  const assertOverloaded = (response: ApiResponse): void => {
    assert.deepEqual([response.status, response.body.error.code, response.headers['retry-after']], [503, 'overloaded', '1'], response.raw);
  };
  const assertNothingLeft = async (): Promise<void> => {
    assert.deepEqual(await context.db.knex('calls'), []);
    await until('the keys are given back', async () => (await keys(context)).length === 0);
    assert.equal(await balance(context, ready.who.tenantId), 100_000_000);
    assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
    assert.deepEqual(context.voice.placed, []);
  };

  for (const isPaidAhead of [true, false]) {
    const name = isPaidAhead ? 'with a wallet and keys' : 'on invoice and without keys';
    test(`calls that cannot be stored are refused at their deadline, ${name}, and nothing is left of them`, async () => {
      if (!isPaidAhead) await payByInvoice();
      await lockTable('calls');
      const hanging = Array.from({ length: 20 }, (_, n) => place(hasty, isPaidAhead ? { idempotencyKey: `k${n}` } : {}));
      const reading = Array.from({ length: 5 }, () => hasty.get('/calls/call_01kaezr6mvfy3bq0n4v7p5w2cd'));
      let answered = 0;
      for (const each of [...hanging, ...reading]) void each.then(() => (answered += 1));
      // A machine that is too slow to reach the lock before the deadline has refused all of them.
      await until('they wait', async () => answered === 25 || (await isWaitedFor(context, 'calls')));
      assert.equal((await client.get('/webhooks')).status, 200);
      assert.equal((await client.post('/webhooks', { name: 'CRM', url: 'http://127.0.0.1:9/' })).status, 201);
      for (const response of await Promise.all([...hanging, ...reading])) assertOverloaded(response);
      assert.equal(await isWaitedFor(context, 'calls'), false, 'their statements ended with them');
      await unlock();
      await assertNothingLeft();
      assert.equal((await placeInTime(client)).status, 201);
    });
  }

  test('who would only wait until the deadline, as others did, is refused at once', async () => {
    const create = (name: string, by = hasty) => by.post('/webhooks', { name, url: 'http://127.0.0.1:9/' });
    // Opens the sessions. A server that is slow to open one would be the reason below.
    await Promise.all(Array.from({ length: 8 }, (_, n) => create(`Early ${n}`, client)));
    await lockTable('webhook_endpoints');
    const refusals = async (reason: string): Promise<number> => {
      const { values } = await context.metrics.overloaded.get();
      return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
    };
    for (const response of await Promise.all(Array.from({ length: 8 }, (_, n) => create(`CRM ${n}`)))) assertOverloaded(response);
    assert.deepEqual([await refusals('time'), await refusals('room')], [8, 0], 'nothing was known yet');
    const hanging: Promise<ApiResponse>[] = [];
    await until('one is refused at once', async () => {
      hanging.push(...Array.from({ length: 4 }, () => create('CRM')));
      return (await refusals('room')) > 0;
    });
    const cleared = await client.post(`/agents/${ready.agentId}/extraction-schema`, { schema: null });
    assert.equal(cleared.status, 200, 'another operation has room');
    for (const response of await Promise.all(hanging)) assertOverloaded(response);
    await unlock();
    assert.equal((await create('CRM')).status, 201);
  });

  test('a call that the provider has is of unknown fate at the deadline, goes on, and is the one that its key finds', async () => {
    context.voice.onPlace = async ({ callId }) => {
      await lockTable('calls');
      return { kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null };
    };
    const answer = await placeInTime(hasty, { idempotencyKey: 'once' });
    const { callId } = answer.body.error.details;
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details],
      [500, 'placement_failed', { fate: 'unknown', callId }],
    );
    await unlock();
    await until('it is placed', async () => (await context.db.knex('calls').where({ id: callId, placement: 'placed' })).length === 1);
    const again = await placeInTime(client, { idempotencyKey: 'once' });
    assert.deepEqual([again.status, again.body.call?.id], [201, callId]);
    assert.equal(context.voice.placed.length, 1);
  });

  test('the time that a body takes to arrive is not counted', async (t) => {
    const now = performance.now.bind(performance);
    let passedMs = 0;
    t.mock.method(performance, 'now', () => now() + passedMs);
    const surface = publicSurface(context);
    const readLate: typeof surface.readBytes = async (request, maxBytes) => {
      const bytes = await surface.readBytes(request, maxBytes);
      passedMs += 120_000;
      return bytes;
    };
    const late = await listen(createPublicServer(context, { ...surface, readBytes: readLate, deadlineMs: 60_000 }));
    const { status } = await api(late.origin, key).post('/webhooks', { name: 'CRM', url: 'http://127.0.0.1:9/' });
    assert.deepEqual([status, passedMs], [201, 120_000]);
    await late.close();
  });

  test('without its database every request is refused, public and operator', async () => {
    const away = connect({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 2, prepared: true, log: context.log });
    const lost = { ...context, db: { ...away, engine: context.db.engine } };
    const publicServer = await listen(createPublicServer(lost));
    const operatorServer = await listen(createOperatorServer(lost));
    try {
      assertOverloaded(await api(publicServer.origin, key).get('/webhooks'));
      assertOverloaded(await api(publicServer.origin, key).post('/calls', {}));
      assertOverloaded(await operatorApi(operatorServer.origin, context.config.operatorToken).get('/tenants'));
    } finally {
      await publicServer.close();
      await operatorServer.close();
      await away.close();
    }
  });

  test('a database that takes no writes is not ready, refuses writes, and serves reads', async () => {
    const name = new URL(context.databaseUrl).pathname.slice(1);
    await context.db.knex.raw('alter database ?? set default_transaction_read_only = on', [name]);
    const db = connect({ url: context.databaseUrl, poolSize: 2, prepared: true, log: context.log, requestDeadlineMs: 60_000 });
    const readOnly = { ...context, db };
    const other = await listen(createPublicServer(readOnly));
    const operator = await listen(createOperatorServer(readOnly));
    const metrics = async (): Promise<string> => (await send(`${operator.origin}/metrics`)).body.text();
    try {
      const ready = async () => (await send(`${other.origin}/readyz`)).body.json();
      assert.deepEqual(await ready(), { status: 'unavailable', database: 'read-only', pacing: 'memory' });
      assert.match(await metrics(), /^database_read_only 1$/m);
      assertOverloaded(await api(other.origin, key).post('/webhooks', { name: 'CRM', url: 'http://127.0.0.1:9/', idempotencyKey: 'k' }));
      assert.equal((await api(other.origin, key).get('/webhooks')).status, 200);

      await context.db.knex.raw('alter database ?? reset default_transaction_read_only', [name]);
      assert.deepEqual(await ready(), { status: 'ready', database: 'reachable', pacing: 'memory' });
      assert.match(await metrics(), /^database_read_only 0$/m);
      for (let n = 0; n < 10; n++)
        assert.equal((await api(other.origin, key).post('/webhooks', { name: `CRM ${n}`, url: 'http://127.0.0.1:9/' })).status, 201);
    } finally {
      await other.close();
      await operator.close();
      await db.close();
    }
  });

  test('what the database lacks room for is refused and not done', async () => {
    await context.db.knex.raw(`
      create function lacks_room() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
      create trigger lacks_room before insert on webhook_endpoints execute function lacks_room()`);
    const publicServer = await listen(createPublicServer(context));
    const create = () =>
      api(publicServer.origin, key).post('/webhooks', { name: 'CRM', url: 'http://127.0.0.1:9/', idempotencyKey: 'room' });
    try {
      assertOverloaded(await create());
      await context.db.knex.raw('drop function lacks_room cascade');
      assert.equal((await create()).status, 201);
    } finally {
      await publicServer.close();
    }
  });
});

test('readiness and other operations wait behind nobody', async (t) => {
  const context = await contextFor(t);
  const server = await listenFor(t, createPublicServer(context));
  const { who, agentId } = await readyToCall(context, { limits: { writesPerMinute: 1_000, concurrentCalls: 100 } });
  const client = api(server.origin, (await apiKey(context, who.tenantId)).text);
  const lock = await context.db.knex.transaction();
  await lock.raw('lock table calls in access exclusive mode');
  const hanging = Array.from({ length: 40 }, (_, n) =>
    client.post('/calls', { agentId, phoneNumber: '+14155550100', ...(n % 2 && { idempotencyKey: `k${n}` }) }),
  );
  await until('they wait', () => isWaitedFor(context, 'calls'));
  await until('it is ready all the same', async () => (await send(`${server.origin}/readyz`)).statusCode === 200);
  assert.equal((await client.get('/webhooks')).status, 200);
  await lock.rollback();
  for (const response of await Promise.all(hanging)) assert.equal(response.status, 201, response.raw);
});

async function isWaitedFor({ db }: TestContext, table: string): Promise<boolean> {
  return (await db.knex('pg_locks').whereRaw('relation = ?::regclass and not granted', [table])).length > 0;
}
