import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { Pool } from 'pg';
import { numberFor } from '../../../simulator/scenarios.ts';
import { textNumberFor } from '../../../simulator/text-scenarios.ts';
import { deadlines } from '../../../src/dispatch/deadlines.ts';
import type { Secrets } from '../../../src/process/secrets.ts';
import type { Move } from '../../../tools/moving/move.ts';
import { type Progress, progressOf } from '../../../tools/moving/replication.ts';
import { startMove } from '../../../tools/moving/start-move.ts';
import { type Patience, type Switched, switchMove } from '../../../tools/moving/switch-move.ts';
import { api } from '../../support/api.ts';
import { makeTemplates } from '../../support/database.ts';
import { apiKey } from '../../support/fixtures.ts';
import { folderFor } from '../../support/folder.ts';
import { startPrimary } from '../../support/postgres.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../../support/ringpost.ts';
import { unhurriedMs } from '../../support/targets.ts';
import { until } from '../../support/until.ts';

/** Two cells, c1 and c2, each the whole product on a database of its own, with keys and clocks of their own. */
export interface TwoCells {
  readonly source: Ringpost;
  readonly destination: Ringpost;
  /** From the first cell to the second. `tell` hears of each step, and may throw as a process dies. */
  move(tenantId: string, tell?: (step: string) => void): Move;
  /** From the second to the first. */
  back(tenantId: string): Move;
  /** Starts a move, and resolves when everything is copied. */
  followed(tenantId: string): Promise<Move>;
  moved(tenantId: string): Promise<Switched>;
}

/** A delivery that a test keeps in hand stays there, however long the copying takes. */
const unhurried = { deadlines: deadlines(unhurriedMs) };

/** Tests wait for nothing that does not come. */
export const impatient: Patience = { inHandMs: 60_000, placingMs: 0, catchUpMs: 60_000 };

/** One pair for all tests of a file, taken down in the order opposite to that in which it was put up. */
export function twoCellsForAll(use: (cells: TwoCells) => void): void {
  const cleanups: (() => Promise<void>)[] = [];
  before(async () => use(await twoCells({ after: (clean) => void cleanups.unshift(clean) })));
  after(() => cleanedUp(cleanups));
}

/** A database that a failed test has left under replication is not dropped; its server is removed all the same. */
export async function cleanedUp(cleanups: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = [];
  for (const clean of cleanups) await clean().catch((error: unknown) => failed.push(error));
  assert.deepEqual(failed, []);
}

/**
 * Starts a server of its own that can be followed, with its templates, and makes it the one of which tests get their databases.
 * The server of all tests writes no log that could be followed, which makes them faster.
 */
export async function logicalServer(t: { after(clean: () => Promise<void>): void }): Promise<{ urlOf(database: string): string }> {
  const folder = folderFor(t);
  const server = await startPrimary(folder, { wal_level: 'logical', max_worker_processes: '16', max_logical_replication_workers: '12' });
  t.after(() => server.remove());
  await makeTemplates(server.url);
  const usual = process.env['TEST_DATABASE_URL'];
  process.env['TEST_DATABASE_URL'] = server.url;
  t.after(async () => {
    process.env['TEST_DATABASE_URL'] = usual;
  });
  return {
    urlOf(database) {
      const url = new URL(server.url);
      url.pathname = `/${database}`;
      return url.href;
    },
  };
}

async function twoCells(t: { after(clean: () => Promise<void>): void }): Promise<TwoCells> {
  const server = await logicalServer(t);
  const source = await ringpost(t, {}, unhurried);
  const destination = await ringpost(t, { RINGPOST_CELL: 'c2' }, unhurried);
  // Test databases are copies of one template: of two installations each has made a key of its own.
  await destination.context.db.knex('installation').update({ delivery_id_key: randomBytes(32) });
  const between = async ({ context: from }: Ringpost, { context: to }: Ringpost): Promise<TwoCells['move']> => {
    const { rows } = await from.db.engine.query<{ name: string }>('select current_database() as name');
    const sourceUrl = server.urlOf(rows[0]?.name ?? '');
    const secrets = openingWith(to.secrets, from.secrets);
    return (tenantId, tell = () => {}) => ({ tenantId, source: from, sourceUrl, destination: { ...to, secrets }, tell });
  };
  const move = await between(source, destination);
  const followed: TwoCells['followed'] = async (tenantId) => {
    await startMove(move(tenantId));
    await until('everything is copied', async () => isFollowed(await progressOf(move(tenantId))));
    return move(tenantId);
  };
  return {
    source,
    destination,
    move,
    back: await between(destination, source),
    followed,
    moved: async (tenantId) => switchMove(await followed(tenantId), impatient),
  };
}

export const isFollowed = ({ tables, tablesFollowed }: Progress): boolean => tables > 0 && tables === tablesFollowed;

/** Does something before each statement of a move in the old cell. */
export function interrupted(move: Move, before: (text: string) => Promise<unknown>): Move {
  const { db } = move.source;
  const asking = (asked: Pick<Pool, 'query'>) => async (text: string, values?: unknown[]) => {
    await before(text);
    return asked.query(text, values);
  };
  const connect = async () => {
    const client = await db.engine.connect();
    return Object.create(client, { query: { value: asking(client) }, release: { value: () => client.release() } });
  };
  const engine: Pool = Object.create(db.engine, { connect: { value: connect }, query: { value: asking(db.engine) } });
  return { ...move, source: { ...move.source, db: { ...db, engine } } };
}

/** What RINGPOST_SECRET_KEY_OLD gives to the cell that the tenant moves to. */
export const openingWith = (own: Secrets, other: Secrets): Secrets => ({
  seal: own.seal,
  open: (sealed, purpose) => (opens(own, sealed, purpose) ? own : other).open(sealed, purpose),
  reseal: (sealed, purpose) => (opens(own, sealed, purpose) ? null : own.seal(other.open(sealed, purpose), purpose)),
});

function opens(secrets: Secrets, sealed: Buffer, purpose: string): boolean {
  try {
    secrets.open(sealed, purpose);
    return true;
  } catch {
    return false;
  }
}

/** A tenant with a bit of everything, by the ways of the product. */
export interface LivedIn {
  readonly owner: ReadyTenant;
  readonly callId: string;
  readonly key: string;
  readonly firstCall: object;
  readonly firstEndpoint: object;
}

export async function livedIn(source: Ringpost): Promise<LivedIn> {
  const ready = await readyTenant(source, {
    balance: 5_000_000,
    extractionSchema: { type: 'object', properties: { price: { type: 'number' } } },
    events: ['call.completed', 'lead.qualified', 'sms.delivered', 'sms.received'],
  });
  const { operator, context } = source;
  const { text: key } = await apiKey(context, ready.tenantId);
  const owner = { ...ready, api: api(source.publicUrl, key) };
  const base = `/tenants/${owner.tenantId}`;
  const contact = { phone: '+14155550199', name: 'Zoë "Z"\n\\Ünal', customFields: { a: '1', __proto__x: '2' } };
  assert.equal((await operator.request('PUT', `${base}/contacts`, { body: contact })).status, 200);
  const firstCall = { ...callBody(owner), metadata: { b: 1, a: [1.0], long: 12345678901234567890n.toString() } };
  const placed = await owner.api.post('/calls', firstCall);
  assert.equal(placed.status, 201);
  const firstEndpoint = { name: 'Second', url: 'https://crm.example.org/hook', idempotencyKey: 'endpoint-1' };
  assert.equal((await owner.api.post('/webhooks', firstEndpoint)).status, 201);
  await source.settle();
  const to = textNumberFor('delivered');
  assert.equal((await operator.post(`${base}/messages`, { to, body: 'Hi' })).status, 202);
  await source.settle();
  await context.db.knex('opted_out').insert({ tenant_id: owner.tenantId, phone: '+14155550177', created_at: context.clock.now() });
  await source.pass(3_600);
  return { owner, key, callId: placed.body.call.id, firstCall, firstEndpoint };
}

export const callBody = ({ agentId, phoneNumberId }: ReadyTenant) => ({
  agentId,
  fromPhoneNumberId: phoneNumberId,
  phoneNumber: numberFor('answered-interested'),
  idempotencyKey: 'call-1',
});
