import type { Knex } from 'knex';
import { conflict, invalidRequest } from '../errors.ts';
import { maxBalanceMicros } from '../process/limits.ts';
import { showMoney } from '../process/money.ts';

/**
 * A tenant's wallet, in integer micro-units of the currency. The ledger is authoritative. The wallet row is its sum, so
 * that one row can be locked, and is written only together with a ledger row. A call has one hold, which is closed
 * once, by its charge or by release, however often that is requested. The statement that accepts the call takes the
 * hold (`../calls/insert-calls.ts`). Everything here runs in the caller's transaction.
 */

export type LedgerKind = 'credit' | 'hold' | 'release' | 'settlement';

export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly amountMicros: number;
  readonly balanceAfterMicros: number;
  readonly callId: string | null;
  readonly note: string | null;
  readonly dedupeKey: string | null;
  readonly createdAt: Date;
}

export type Credit = Pick<LedgerEntry, 'amountMicros' | 'note' | 'dedupeKey'>;

/**
 * Adds money up to a wallet's limit. The first credit makes the wallet. A repeated `dedupeKey` adds nothing: the
 * balance after the first time is returned, and `isNew` is false.
 */
export async function credit(
  trx: Knex,
  tenantId: string,
  { amountMicros, note, dedupeKey }: Credit,
  at: Date,
): Promise<{ balanceMicros: number; isNew: boolean }> {
  const balance = await lockBalance(trx, tenantId);
  const earlier = dedupeKey === null ? undefined : await findCredit(trx, tenantId, dedupeKey);
  if (earlier) {
    if (earlier.amount_micros !== amountMicros) throw conflict('This dedupeKey was used earlier for another amount.');
    return { balanceMicros: earlier.balance_after_micros, isNew: false };
  }
  if (amountMicros > maxBalanceMicros - balance) {
    const message = `would make the wallet hold more than ${maxBalanceMicros}`;
    throw invalidRequest(`\`amountMicros\` ${message}.`, [{ path: '/body/amountMicros', message }]);
  }
  const balanceMicros = await write(trx, tenantId, balance, { kind: 'credit', amountMicros, callId: null, note, dedupeKey }, at);
  return { balanceMicros, isNew: true };
}

const findCredit = (trx: Knex, tenantId: string, dedupeKey: string) =>
  trx<LedgerRow>('wallet_ledger').where({ tenant_id: tenantId, dedupe_key: dedupeKey }).first();

/** Takes the hold of a call that is under way already: as much as there is. */
export async function holdWhatThereIs(trx: Knex, tenantId: string, callId: string, micros: number, at: Date): Promise<void> {
  const balance = await lockBalance(trx, tenantId);
  if (await trx<LedgerRow>('wallet_ledger').where({ tenant_id: tenantId, call_id: callId, kind: 'hold' }).first('id')) return;
  const amountMicros = -Math.max(0, Math.min(micros, balance));
  await write(trx, tenantId, balance, { kind: 'hold', amountMicros, callId, note: null, dedupeKey: null }, at);
}

/**
 * Closes a hold with the call's actual cost: gives back the excess, or takes the missing amount as far as the balance
 * goes. A call that ran longer than estimated never makes the balance negative.
 */
export async function charge(trx: Knex, tenantId: string, callId: string, actualMicros: number, at: Date): Promise<void> {
  const open = await openHold(trx, tenantId, callId);
  if (!open) return;
  const owed = open.heldMicros - actualMicros;
  const amountMicros = Math.max(owed, -open.balance);
  const cost = `cost ${showMoney(actualMicros)}`;
  const note = amountMicros > owed ? `${cost}, of which ${showMoney(amountMicros - owed)} could not be collected` : cost;
  await write(trx, tenantId, open.balance, { kind: 'settlement', amountMicros, callId, note, dedupeKey: null }, at);
}

/** Gives the whole hold back for a call that was not answered or not placed. */
export async function release(trx: Knex, tenantId: string, callId: string, at: Date): Promise<void> {
  const open = await openHold(trx, tenantId, callId);
  if (!open) return;
  await write(trx, tenantId, open.balance, { kind: 'release', amountMicros: open.heldMicros, callId, note: null, dedupeKey: null }, at);
}

export async function balanceOf(sql: Knex, tenantId: string): Promise<number> {
  const row = await sql<WalletRow>('wallets').where({ tenant_id: tenantId }).first();
  return row?.balance_micros ?? 0;
}

export async function listLedger(sql: Knex, tenantId: string, limit: number): Promise<readonly LedgerEntry[]> {
  const rows = await sql<LedgerRow>('wallet_ledger').where({ tenant_id: tenantId }).orderBy('id', 'desc').limit(limit);
  return rows.map(entryOf);
}

export async function ledgerOfCall(sql: Knex, tenantId: string, callId: string): Promise<readonly LedgerEntry[]> {
  return (await sql<LedgerRow>('wallet_ledger').where({ tenant_id: tenantId, call_id: callId }).orderBy('id')).map(entryOf);
}

const entryOf = (row: LedgerRow): LedgerEntry => ({
  id: String(row.id),
  kind: row.kind,
  amountMicros: row.amount_micros,
  balanceAfterMicros: row.balance_after_micros,
  callId: row.call_id,
  note: row.note,
  dedupeKey: row.dedupe_key,
  createdAt: row.created_at,
});

interface WalletRow {
  readonly tenant_id: string;
  readonly balance_micros: number;
}

interface LedgerRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly kind: LedgerKind;
  readonly amount_micros: number;
  readonly balance_after_micros: number;
  readonly call_id: string | null;
  readonly note: string | null;
  readonly dedupe_key: string | null;
  readonly created_at: Date;
}

/** Locks the wallet, and makes it where there is none. All changes to a tenant's money wait for this lock. */
async function lockBalance(trx: Knex, tenantId: string): Promise<number> {
  const lock = () => trx<WalletRow>('wallets').where({ tenant_id: tenantId }).forUpdate().first();
  const row = await lock();
  if (row) return row.balance_micros;
  await trx('wallets').insert({ tenant_id: tenantId }).onConflict('tenant_id').ignore();
  return (await lock())?.balance_micros ?? 0;
}

/**
 * Returns an open hold. It is read under the wallet's lock, so that a charge and a release of one call cannot both find
 * it open. No lock is needed for a call without a hold, as those of invoice tenants, and for one whose hold is closed.
 */
async function openHold(trx: Knex, tenantId: string, callId: string): Promise<{ balance: number; heldMicros: number } | undefined> {
  if ((await heldFor(trx, tenantId, callId)) === null) return undefined;
  const balance = await lockBalance(trx, tenantId);
  const heldMicros = await heldFor(trx, tenantId, callId);
  return heldMicros === null ? undefined : { balance, heldMicros };
}

/** Returns what a call's open hold keeps back, or null if it has none. */
async function heldFor(sql: Knex, tenantId: string, callId: string): Promise<number | null> {
  const entries = await sql<LedgerRow>('wallet_ledger').where({ tenant_id: tenantId, call_id: callId });
  const held = entries.find((entry) => entry.kind === 'hold');
  const isClosed = entries.some((entry) => entry.kind === 'release' || entry.kind === 'settlement');
  return held && !isClosed ? -held.amount_micros : null;
}

type Entry = Pick<LedgerEntry, 'kind' | 'amountMicros' | 'callId' | 'note' | 'dedupeKey'>;

async function write(trx: Knex, tenantId: string, balance: number, entry: Entry, at: Date): Promise<number> {
  const after = balance + entry.amountMicros;
  await trx('wallet_ledger')
    .with('wallet', trx('wallets').where({ tenant_id: tenantId }).update({ balance_micros: after }))
    .insert({
      tenant_id: tenantId,
      kind: entry.kind,
      amount_micros: entry.amountMicros,
      balance_after_micros: after,
      call_id: entry.callId,
      note: entry.note,
      dedupe_key: entry.dedupeKey,
      created_at: at,
    });
  return after;
}
