import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import type { Pace } from './budgets.ts';
import { gatherHistory } from './history.ts';
import type { Accepted } from './load.ts';
import type { PermitRecord } from './permits.ts';
import type { RecordingRecord } from './recordings.ts';
import type { Scene } from './scene.ts';
import { type Customer, pricing, type System } from './system.ts';
import type { AcceptedEvent, CallRecord, DeliveryRecord, Evidence, Fault, TextRecord } from './verdict.ts';
import type { WalletRecord } from './wallets.ts';

/** What can be known when all is over: the public API's word where it has one, and the database's for the rest. */
export async function gather({ system, load, faults }: Scene): Promise<Evidence> {
  const listed = await Promise.all([...system.customers, system.dead].map((customer) => listDeliveries(system, customer)));
  const stored = await storedDeliveries(system);
  const rowsOfTenant = await countRows(system);
  const records = new Map(listed.flatMap(({ deliveries }) => deliveries).map((delivery) => [delivery.id, delivery]));
  return {
    faults,
    receipts: system.oracle.receipts,
    deliveries: [...records.values()].map((record) => ({ ...record, ...(stored.get(record.id) ?? nothingStored) })),
    events: await acceptedEvents(system, load.accepted),
    calls: await callRecords(system, new Set(load.calls.values())),
    dials: system.dials,
    asks: load.asks,
    texts: await textRecords(system, load.texts),
    permits: await permitRecords(system),
    wallets: await walletRecords(system),
    pricing,
    budgets: [{ ...system.spender, ...load.spending }],
    pace: await paceOf(system, faults),
    retention: await gatherHistory(system.context, system.history, load.finishedAt() ?? 0),
    recordings: await recordingRecords(system),
    counts: listed.map(({ tenantId, counted, deliveries }) => ({
      tenantId,
      counted,
      listed: new Set(deliveries.map(({ id }) => id)).size,
      stored: rowsOfTenant.get(tenantId) ?? 0,
    })),
    troubles: [
      ...system.services.flatMap(({ name, diedAlone }) => diedAlone.map((what) => ({ what, subject: name }))),
      ...[...stored.keys()].filter((id) => !records.has(id)).map((id) => ({ what: 'stored, and in no list', subject: id })),
    ],
  };
}

type Listed = Pick<DeliveryRecord, 'id' | 'status' | 'attempts' | 'responseStatus'>;
type Stored = Omit<DeliveryRecord, keyof Listed>;

const nothingStored: Stored = { cycleAttempts: 0, bodyHash: '', logged: 0, unanswered: 0 };
const pageSize = 50;

async function listDeliveries(
  system: System,
  customer: Customer,
): Promise<{ tenantId: string; counted: number; deliveries: readonly Listed[] }> {
  const deliveries: Listed[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(system, customer, `/webhook-deliveries?limit=${pageSize}&page=${page}`);
    deliveries.push(...answer.body.deliveries);
    const { total, totalPages } = answer.body.pagination;
    if (page >= totalPages) return { tenantId: customer.tenantId, counted: total, deliveries };
  }
}

/** The answer as the public document has it; a harness may trust the service's types, the verdict is on the values. */
async function ask({ services: [service] }: System, { apiKey }: Customer, path: string) {
  const { statusCode, body } = await request(`${service.publicUrl}/api/v1/public${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const text = await body.text();
  if (statusCode !== 200 && statusCode !== 404) throw new Error(`${path}: ${statusCode} ${text}`);
  return { status: statusCode, body: JSON.parse(text) };
}

async function storedDeliveries({ context: { db } }: System): Promise<ReadonlyMap<string, Stored>> {
  const { rows } = await db.knex.raw<{
    rows: { id: string; cycle_attempt: number; body: string; logged: number; unanswered: number }[];
  }>(`
    select d.id, d.cycle_attempt, v.body, a.logged, a.unanswered
      from webhook_deliveries d
      join webhook_events v on v.id = d.event_id
      cross join lateral (select count(*) as logged, count(*) filter (where status is null) as unanswered
                            from (select case when d.attempts = 1 then d.response_status else d.first_response_status end as status
                                   where d.first_duration_ms is not null
                                   union all
                                  select status from webhook_attempts where delivery_id = d.id) as attempt) as a`);
  return new Map(
    rows.map(({ id, cycle_attempt, body, logged, unanswered }) => [
      id,
      { cycleAttempts: cycle_attempt, bodyHash: createHash('sha256').update(body).digest('hex'), logged, unanswered },
    ]),
  );
}

async function countRows({ context: { db } }: System): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.knex.raw<{ rows: { tenant_id: string; stored: number }[] }>(
    'select tenant_id, count(*) as stored from webhook_deliveries group by tenant_id',
  );
  return new Map(rows.map((row) => [row.tenant_id, row.stored]));
}

async function acceptedEvents({ context: { db } }: System, accepted: readonly Accepted[]): Promise<readonly AcceptedEvent[]> {
  const { rows } = await db.knex.raw<{ rows: { tenant_id: string; dedupe_key: string; stored: number }[] }>(`
    select k.tenant_id, k.dedupe_key, count(d.id) as stored
      from event_keys k
      left join webhook_deliveries d on d.event_id = k.event_id
     group by k.tenant_id, k.dedupe_key`);
  const stored = new Map(rows.map((row) => [`${row.tenant_id} ${row.dedupe_key}`, row.stored]));
  return accepted.map(({ tenantId, dedupeKey, expected }) => {
    const name = `${tenantId} ${dedupeKey}`;
    return { name, expected, stored: stored.get(name) ?? 0 };
  });
}

/** Those of the service, of the callers, and of the telephone network. */
async function callRecords(system: System, told: ReadonlySet<string>): Promise<readonly CallRecord[]> {
  const { knex } = system.context.db;
  const rows: { id: string; tenant_id: string; has_expired: boolean }[] = await knex('calls').select(
    'id',
    'tenant_id',
    knex.raw('placement_expired_at is not null as has_expired'),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const talked = new Map(system.dials.map(({ callId, talkedSeconds }) => [callId, talkedSeconds]));
  const dials = new Map(system.simulator.ledger.read().calls.map(({ callId, dials }) => [callId, dials]));
  const completed = await completedEvents(system);
  const records: CallRecord[] = [];
  for (const id of new Set([...stored.keys(), ...told, ...dials.keys()])) {
    const row = stored.get(id);
    const customer = system.customers.find(({ tenantId }) => tenantId === row?.tenant_id);
    const answer = customer ? await ask(system, customer, `/calls/${id}`) : null;
    records.push({
      id,
      tenantId: row?.tenant_id ?? null,
      accepted: told.has(id),
      status: answer?.status === 200 ? answer.body.call.status : null,
      durationSeconds: answer?.status === 200 ? answer.body.call.durationSeconds : null,
      hasExpired: row?.has_expired ?? false,
      completedEvents: completed.get(id) ?? 0,
      dials: dials.get(id) ?? 0,
      talkedSeconds: talked.get(id) ?? null,
    });
  }
  return records;
}

/** Those of the service, of the operator, and of the carrier. */
async function textRecords({ context: { db }, simulator }: System, told: ReadonlySet<string>): Promise<readonly TextRecord[]> {
  const { rows } = await db.knex.raw<{ rows: { id: string; status: string; events: number }[] }>(`
    select t.id, t.status, count(k.event_id) as events
      from texts t
      left join event_keys k on k.tenant_id = t.tenant_id and k.dedupe_key = 'sms.delivered:' || t.id
     where t.direction = 'outbound'
     group by t.id, t.status`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const sends = new Map(simulator.ledger.read().messages.map(({ messageId, texts }) => [messageId, texts]));
  return [...new Set([...stored.keys(), ...told, ...sends.keys()])].map((id) => ({
    id,
    accepted: told.has(id),
    status: stored.get(id)?.status ?? null,
    deliveredEvents: stored.get(id)?.events ?? 0,
    sends: sends.get(id) ?? 0,
  }));
}

/** Both sides of each call that a telephone rang for: the network's, and what the tenant is served. */
async function recordingRecords(system: System): Promise<readonly RecordingRecord[]> {
  const { knex } = system.context.db;
  const owners = new Map((await knex('calls').select('id', 'tenant_id')).map(({ id, tenant_id }) => [id, tenant_id]));
  const [service] = system.services;
  const records: RecordingRecord[] = [];
  for (const { id, callId } of system.simulator.calls.all()) {
    const customer = system.customers.find(({ tenantId }) => tenantId === owners.get(String(callId)));
    if (!customer) continue;
    const { body } = await ask(system, customer, `/calls/${callId}`);
    const { recordingUrl } = body.call;
    const { pathname, search } = new URL(recordingUrl ?? service.publicUrl);
    records.push({
      callId: String(callId),
      made: await hashOf(`${system.simulator.url}/recordings/${id}.wav`),
      kept: recordingUrl === null ? null : await hashOf(service.publicUrl + pathname + search),
    });
  }
  return records;
}

async function hashOf(url: string): Promise<string | null> {
  const { statusCode, body } = await request(url);
  const bytes = await body.arrayBuffer();
  return statusCode === 200 ? createHash('sha256').update(Buffer.from(bytes)).digest('hex') : null;
}

async function completedEvents({ context: { db } }: System): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.knex.raw<{ rows: { call_id: string; events: number }[] }>(`
    select split_part(dedupe_key, ':', 2) as call_id, count(*) as events
      from webhook_events
     where event_type = 'call.completed'
     group by call_id`);
  return new Map(rows.map(({ call_id, events }) => [call_id, events]));
}

/** Asks what decides how many calls a tenant may still have. */
async function permitRecords({ context: { db }, customers }: System): Promise<readonly PermitRecord[]> {
  const { rows } = await db.knex.raw<{ rows: { tenant_id: string; taken: number }[] }>(
    'select tenant_id, active + unknown_fate as taken from grant_permits(?, true)',
    [customers.map(({ tenantId }) => tenantId)],
  );
  const taken = new Map(rows.map((row) => [row.tenant_id, row.taken]));
  return customers.map(({ tenantId, concurrentCalls }) => ({ tenantId, limit: concurrentCalls, taken: taken.get(tenantId) ?? 0 }));
}

async function walletRecords({ context: { db }, customers }: System): Promise<readonly WalletRecord[]> {
  const balances = new Map((await db.knex('wallets').select()).map((row) => [row.tenant_id, Number(row.balance_micros)]));
  const entries = await db.knex('wallet_ledger').orderBy('id');
  return customers.map(({ tenantId, fundedMicros }) => ({
    tenantId,
    fundedMicros,
    balanceMicros: balances.get(tenantId) ?? 0,
    ledger: entries
      .filter((entry) => entry.tenant_id === tenantId)
      .map((entry) => ({
        kind: entry.kind,
        amountMicros: Number(entry.amount_micros),
        balanceAfterMicros: Number(entry.balance_after_micros),
        callId: entry.call_id,
      })),
  }));
}

/** Redis is lost by faults, and where a process says so: on a slow machine it may be late with an answer. */
async function paceOf({ services, pacedBy, logFiles }: System, faults: readonly Fault[]): Promise<Pace> {
  const strikes = (pace: Fault['pace']): readonly number[] => faults.filter((fault) => fault.pace === pace).map(({ at }) => at);
  const said = await Promise.all(logFiles.map((file) => readFile(file, 'utf8')));
  const lost = said.flatMap((text) => text.split('\n').filter((line) => line.includes('Redis is out of reach')));
  const moments = lost.map((line) => new Date(JSON.parse(line).time).getTime() - performance.timeOrigin);
  return {
    ...pacedBy,
    startedAt: [...new Set(services)].flatMap(({ startedAt }) => startedAt),
    lostAt: [...strikes('lost'), ...moments],
    steppedAt: strikes('stepped'),
  };
}
