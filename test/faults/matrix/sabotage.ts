import { createHmac } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { numberFor } from '../../../simulator/scenarios.ts';
import { before, dayMs } from '../../../src/process/time.ts';
import { until } from '../../support/until.ts';
import { plantCall } from './history.ts';
import type { Scene } from './scene.ts';
import { spendOnce } from './spending.ts';
import type { System } from './system.ts';

/**
 * Done behind the service's back when all is over, to show that the matrix sees it: a delivery goes, one comes once more,
 * one comes with other bytes, a telephone rings again for a call, or for a call that nobody asked for; a call keeps its permit, a tenant
 * has more calls at once than it may, a call is charged twice, has no hold, or keeps its hold; a list counts
 * one delivery more than there is; a recording goes, or is another call's; a tenant sends more than its budget; what has time left, or is
 * live, is removed, and what is up is kept.
 */
export const sabotages = [
  'lost',
  'duplicate',
  'forged',
  'double-dial',
  'unasked-dial',
  'leaked-permit',
  'over-limit',
  'double-charge',
  'lost-hold',
  'open-hold',
  'wrong-count',
  'lost-recording',
  'wrong-recording',
  'over-budget',
  'removed-early',
  'removed-live',
  'kept-too-long',
] as const;
export type Sabotage = (typeof sabotages)[number];

export async function sabotage(scene: Scene, how: Sabotage): Promise<void> {
  const { system } = scene;
  switch (how) {
    case 'lost':
      await system.context.db
        .knex('webhook_deliveries')
        .where({ id: (await someDelivery(system)).id })
        .delete();
      return;
    case 'duplicate':
      return sendAgain(system, (body) => body);
    case 'forged':
      return sendAgain(system, (body) => `${body} `);
    case 'double-dial':
      return ringAgain(system, (name) => ({ name }));
    case 'unasked-dial':
      return ringAgain(system, (name) => ({ name: `${name}-unasked` }));
    case 'leaked-permit':
      return reviveCall(system);
    case 'over-limit':
      return ringTooMany(scene);
    case 'double-charge':
      return chargeAgain(system);
    case 'lost-hold':
      return forgetEntry(system, 'hold');
    case 'open-hold':
      return forgetEntry(system, 'settlement');
    case 'wrong-count':
      return countOneTooMany(system);
    case 'lost-recording':
      return changeRecording(system, (file) => rm(file));
    case 'wrong-recording':
      return changeRecording(system, (file, other) => copyFile(other, file));
    case 'over-budget':
      return spendTooMuch(scene);
    case 'removed-early':
      return removeKept(system, (until, now) => until !== null && until > now);
    case 'removed-live':
      return removeKept(system, (until) => until === null);
    case 'kept-too-long':
      return keepTooLong(system);
  }
}

interface Delivered {
  readonly id: string;
  readonly body: string;
  readonly url: string;
}

async function someDelivery({ context: { db } }: System): Promise<Delivered> {
  const { rows } = await db.knex.raw<{ rows: Delivered[] }>(`
    select d.id, v.body, d.endpoint_snapshot ->> 'url' as url
      from webhook_deliveries d
      join webhook_events v on v.id = d.event_id
     where d.status = 'success' and d.event_type <> 'call.completed'
     order by d.id
     limit 1`);
  if (!rows[0]) throw new Error('nothing was delivered that could be sabotaged');
  return rows[0];
}

async function sendAgain(system: System, change: (body: string) => string): Promise<void> {
  const delivered = await someDelivery(system);
  const body = change(delivered.body);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const secret = system.oracle.secretOf(new URL(delivered.url).pathname.split('/').at(-1) ?? '');
  const answer = await request(delivered.url, {
    method: 'POST',
    headers: {
      'x-webhook-delivery-id': delivered.id,
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    },
    body,
  });
  await answer.body.dump();
}

async function ringAgain({ simulator }: System, change: (name: string) => object): Promise<void> {
  const [call] = simulator.calls.all();
  if (!call) throw new Error('no telephone rang');
  const answer = await request(`${simulator.vapiUrl}/call`, {
    method: 'POST',
    headers: { authorization: 'Bearer vapi-key', 'content-type': 'application/json' },
    body: JSON.stringify({ ...call.request, ...change(String(call.callId)) }),
  });
  await answer.body.dump();
}

/** Rings telephones that somebody asked for and that stay off the hook, one more than the tenant may have calls. */
async function ringTooMany({ system, load }: Scene): Promise<void> {
  const [customer] = [...system.customers].sort((a, b) => a.concurrentCalls - b.concurrentCalls);
  if (!customer) throw new Error('there are customers');
  for (let n = 0; n <= customer.concurrentCalls; n++) {
    const phoneNumber = numberFor('never-ends', n);
    const asked = { tenantId: customer.tenantId, phoneNumber, from: performance.now(), to: Number.POSITIVE_INFINITY, isAnswered: false };
    load.asks.push(asked);
    await ringAgain(system, (name) => ({ name: `${name}-${n}`, customer: { number: phoneNumber } }));
  }
}

/** Makes a call that nobody answered live again. */
async function reviveCall({ context: { db } }: System): Promise<void> {
  await changed(
    db.knex.raw(`
      update calls
         set status = 'in-progress', ended_at = null, duration_seconds = null
       where id = (select id from calls where status = 'no_answer' and placement_expired_at is null and completed_event_at is not null limit 1)`),
  );
}

/** Charges a call again as the service would. The ledger still adds up to the balance. */
async function chargeAgain({ context: { db } }: System): Promise<void> {
  await db.knex.raw('drop index one_closing_per_call');
  await changed(
    db.knex.raw(`
      with charged as (
             select settlement.tenant_id, settlement.call_id, -(settlement.amount_micros + hold.amount_micros) as micros
               from wallet_ledger as settlement
               join wallet_ledger as hold on hold.call_id = settlement.call_id and hold.kind = 'hold'
               join wallets on wallets.tenant_id = settlement.tenant_id
              where settlement.kind = 'settlement' and wallets.balance_micros > 1000000
              limit 1),
           taken as (
             update wallets set balance_micros = balance_micros - charged.micros from charged where wallets.tenant_id = charged.tenant_id
             returning charged.*, wallets.balance_micros)
      insert into wallet_ledger (tenant_id, kind, amount_micros, balance_after_micros, call_id, created_at)
      select tenant_id, 'settlement', -micros, balance_micros, call_id, now() from taken`),
  );
}

async function forgetEntry({ context: { db } }: System, kind: 'hold' | 'settlement'): Promise<void> {
  await changed(
    db.knex.raw('delete from wallet_ledger where id = (select id from wallet_ledger where kind = ? order by id desc limit 1)', [kind]),
  );
}

/** The half hours that are counted already are not counted again. */
async function countOneTooMany({ context: { db } }: System): Promise<void> {
  await changed(
    db.knex.raw(`
      update webhook_delivery_counts
         set deliveries = deliveries + 1
       where ctid = (select ctid from webhook_delivery_counts where deliveries > 0 order by slot desc limit 1)`),
  );
}

/** The system stores recordings as files. */
async function changeRecording(
  { context: { db, config }, history }: System,
  change: (file: string, other: string) => Promise<void>,
): Promise<void> {
  const keys: string[] = await db
    .knex('calls')
    .where({ recording_state: 'stored' })
    .whereNot({ tenant_id: history.tenantId })
    .whereNotNull('recording_key')
    .limit(2)
    .pluck('recording_key');
  const [file, other] = keys.map((key) => join(config.dataFolder, 'recordings', key));
  if (file === undefined || other === undefined) throw new Error('there were no two recordings');
  await change(file, other);
}

/** A tenant's budget is nobody's any more, so more is let through than all processes would let through by themselves. */
async function spendTooMuch({ system, load }: Scene): Promise<void> {
  const { spender, pacedBy, services } = system;
  await changed(system.context.db.knex.raw('update tenants set writes_per_minute = 1000000 where id = ?', [spender.tenantId]));
  const wanted = load.spending.spent.length + spender.limit * pacedBy.processes + 1;
  await until('more is spent than all processes let through', async () => {
    await spendOnce(spender, services[0], load.spending);
    return load.spending.spent.length >= wanted;
  });
}

async function removeKept(
  { context: { db, clock }, history }: System,
  wanted: (until: number | null, now: number) => boolean,
): Promise<void> {
  const thing = history.things.findLast(({ kind, until }) => kind === 'delivery' && wanted(until, clock.now().getTime()));
  await changed(db.knex.raw('delete from webhook_deliveries where id = ?', [thing?.id ?? null]));
}

/** The tenant's time for calls is forgotten, and a call is there whose time was up long ago. */
async function keepTooLong({ context, history }: System): Promise<void> {
  const { db, clock } = context;
  await changed(db.knex.raw('update tenants set call_retention_days = null where id = ?', [history.tenantId]));
  history.things.push(await plantCall(context, history.tenantId, before(clock.now(), 30 * dayMs)));
}

async function changed(statement: PromiseLike<{ rowCount: number | null }>): Promise<void> {
  if ((await statement).rowCount !== 1) throw new Error('there was nothing that could be sabotaged');
}
