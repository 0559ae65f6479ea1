import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../src/context.ts';
import { ensurePartitions } from '../../../src/db/partitions.ts';
import { newIdentifier, uuid7 } from '../../../src/process/identifiers.ts';
import { textDeliveryRetentionDays } from '../../../src/process/limits.ts';
import { after, before, dayMs, minuteMs } from '../../../src/process/time.ts';
import { tenant } from '../../support/fixtures.ts';
import { type KeptRecord, type RetentionEvidence, retentionFindings } from './retention.ts';

/** A tenant of long standing: what it has is up at moments before, in, and long after a run, and some of it is live, however old. */
export interface History {
  readonly tenantId: string;
  readonly things: Thing[];
}

interface Thing {
  readonly kind: 'delivery' | 'call' | 'transcript' | 'recording';
  readonly id: string;
  /** As in `KeptRecord`. */
  readonly until: number | null;
}

/** Calls and recordings are kept as those of a new tenant are. */
const keptDays = { calls: 400, transcripts: 90 };
const olderThanAll = 500 * dayMs;

/** Some are up when the run begins, one every fifteen seconds from then on, and some only in days. */
const secondsLeft = [-3_600, -60, ...Array.from({ length: 60 }, (_, n) => n * 15), ...[2, 3, 5].map((days) => days * 86_400)];

export async function plantHistory(context: Context): Promise<History> {
  const now = context.clock.now();
  const { id: tenantId } = await tenant(context, { name: 'Customer of long standing' });
  await context.db.knex('tenants').where({ id: tenantId }).update({ transcript_retention_days: keptDays.transcripts });
  await ensurePartitions(context.db.knex, before(now, context.config.deliveryRetentionDays * dayMs + 3_600_000), now);
  const planted = [];
  for (const seconds of secondsLeft) {
    const until = after(now, seconds * 1_000);
    planted.push(
      plantDelivery(context, tenantId, 'sms.delivered', { until, days: textDeliveryRetentionDays }),
      plantDelivery(context, tenantId, 'sms.received', { until, days: context.config.deliveryRetentionDays }),
      plantCall(context, tenantId, until),
      plantRecordedCall(context, tenantId, until),
    );
  }
  const things = await Promise.all([...planted, plantLive(context, tenantId, now)]);
  return { tenantId, things: things.flat() };
}

interface Term {
  readonly until: Date;
  readonly days: number;
}

const bytesOf = (uuid: Buffer): string => uuid.toString('hex');

async function plantDelivery({ db }: Context, tenantId: string, eventType: string, { until, days }: Term): Promise<Thing> {
  const at = before(until, days * dayMs);
  const [{ id }] = await db
    .knex('webhook_deliveries')
    .insert({ ...deliveryAt(tenantId, at), event_type: eventType, status: 'success', finished_at: at })
    .returning('id');
  return { kind: 'delivery', id, until: until.getTime() };
}

const deliveryAt = (tenantId: string, at: Date) => ({
  id: bytesOf(uuid7(at)),
  tenant_id: tenantId,
  event_id: bytesOf(uuid7(at)),
  endpoint_id: 'whe_1',
  trigger_id: 'trg_1',
  created_at: at,
  endpoint_snapshot: '{}',
  trigger_snapshot: '{}',
});

export async function plantCall({ db }: Context, tenantId: string, until: Date): Promise<Thing> {
  const at = before(until, keptDays.calls * dayMs);
  const id = newIdentifier('call', at);
  await db.knex('calls').insert({ ...callAt(tenantId, id, at), ...ended(at) });
  return { kind: 'call', id, until: until.getTime() };
}

const callAt = (tenantId: string, id: string, at: Date) => ({
  id,
  tenant_id: tenantId,
  agent_id: 'agt_1',
  phone_number: '+14155550100',
  from_phone_number_id: 'num_1',
  from_phone_number: '+14155550101',
  status: 'in-progress',
  placement: 'placed',
  provider_call_id: id,
  active_outcomes: [],
  qualifying_outcomes: [],
  created_at: at,
});

const ended = (at: Date) => ({ status: 'completed', ended_at: at, completed_event_at: at });

/** The call itself is kept for longer than what it left. */
async function plantRecordedCall({ db, config }: Context, tenantId: string, until: Date): Promise<readonly Thing[]> {
  const at = before(until, keptDays.transcripts * dayMs);
  const id = newIdentifier('call', at);
  await mkdir(join(config.dataFolder, 'recordings', tenantId), { recursive: true });
  await writeFile(fileOf(config, tenantId, id), 'recorded');
  await db.knex('calls').insert({
    ...callAt(tenantId, id, at),
    ...ended(at),
    transcript: 'Yes.',
    recording_state: 'stored',
    recording_key: `${tenantId}/${id}.wav`,
  });
  return [
    { kind: 'transcript', id, until: until.getTime() },
    { kind: 'recording', id, until: until.getTime() },
    { kind: 'call', id, until: until.getTime() + (keptDays.calls - keptDays.transcripts) * dayMs },
  ];
}

const fileOf = ({ dataFolder }: Context['config'], tenantId: string, callId: string): string =>
  join(dataFolder, 'recordings', tenantId, `${callId}.wav`);

/** A delivery under way and a call that has not ended, both older than anything is kept. */
async function plantLive({ db }: Context, tenantId: string, now: Date): Promise<readonly Thing[]> {
  const at = before(now, olderThanAll);
  const due = after(now, olderThanAll);
  const [{ id }] = await db
    .knex('webhook_deliveries')
    .insert({ ...deliveryAt(tenantId, at), event_type: 'sms.received', status: 'retrying', attempts: 1, next_retry_at: due, due_at: due })
    .returning('id');
  const callId = newIdentifier('call', at);
  await db.knex('calls').insert(callAt(tenantId, callId, at));
  return [
    { kind: 'delivery', id, until: null },
    { kind: 'call', id: callId, until: null },
  ];
}

/** Every process looks once a minute, and what is left when all were told is looked at again until it is gone. */
const sweptWithinMs = 3 * minuteMs;

/** Looks for everything, and again while something is there that was up at this moment, by the service's clock. */
export async function gatherHistory(context: Context, history: History, sweptBefore: number): Promise<RetentionEvidence> {
  for (const end = performance.now() + sweptWithinMs; ; await pause(1_000)) {
    const kept = await look(context, history);
    const evidence = { kept, sweptBefore, lookedAt: context.clock.now().getTime() };
    if (retentionFindings(evidence).length === 0 || performance.now() > end) return evidence;
  }
}

async function look({ db, clock, config }: Context, { tenantId, things }: History): Promise<readonly KeptRecord[]> {
  await clock.refresh();
  const deliveries = new Set(await db.knex('webhook_deliveries').where({ tenant_id: tenantId }).pluck('id'));
  const calls = new Map((await db.knex('calls').where({ tenant_id: tenantId })).map((call) => [call.id, call]));
  const isThere: Readonly<Record<Thing['kind'], (id: string) => boolean | Promise<boolean>>> = {
    delivery: (id) => deliveries.has(id),
    call: (id) => calls.has(id),
    transcript: (id) => (calls.get(id)?.transcript ?? null) !== null,
    recording: async (id) =>
      (calls.get(id)?.recording_key ?? null) !== null ||
      (await access(fileOf(config, tenantId, id)).then(
        () => true,
        () => false,
      )),
  };
  return Promise.all(things.map(async ({ kind, id, until }) => ({ name: `the ${kind} ${id}`, until, isThere: await isThere[kind](id) })));
}
