import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { numberFor } from '../../../simulator/scenarios.ts';
import { textNumberFor } from '../../../simulator/text-scenarios.ts';
import type { Context } from '../../../src/context.ts';
import { deadlines } from '../../../src/dispatch/deadlines.ts';
import type { Secrets } from '../../../src/process/secrets.ts';
import { exportTenant } from '../../../tools/moving/export-tenant.ts';
import { freezeTenant } from '../../../tools/moving/freeze.ts';
import { handTenantOver } from '../../../tools/moving/hand-over.ts';
import { unfreezeTenant } from '../../../tools/moving/unfreeze.ts';
import { api } from '../../support/api.ts';
import { apiKey } from '../../support/fixtures.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../../support/ringpost.ts';

/** Two cells, c1 and c2, each the whole product on a database of its own, with keys and clocks of their own. */
export interface TwoCells {
  readonly source: Ringpost;
  readonly destination: Ringpost;
  /** Is the destination cell with the source's secret key among its old ones. */
  readonly importing: Context;
  newFile(): string;
  /** For as long as an export asks. */
  frozen(tenantId: string): Promise<void>;
  exported(tenantId: string, file: string): Promise<unknown>;
  /** Hands the tenant over and unfreezes it in the destination. Resolves to the number of deliveries that continue. */
  handedOver(tenantId: string): Promise<number>;
}

/** One pair for all tests of a file, taken down in the order opposite to that in which it was put up. */
export function twoCellsForAll(use: (cells: TwoCells) => void): void {
  const cleanups: (() => Promise<void>)[] = [];
  before(async () => use(await twoCells({ after: (clean) => void cleanups.unshift(clean) })));
  after(async () => {
    for (const clean of cleanups) await clean();
  });
}

export async function twoCells(t: { after(clean: () => Promise<void>): void }): Promise<TwoCells> {
  // An attempt may be held open while its tenant is frozen, on a machine of any speed.
  const source = await ringpost(t, {}, { deadlines: deadlines(60_000) });
  const destination = await ringpost(t, { RINGPOST_CELL: 'c2' });
  // Test databases are copies of one template: of two installations each has made a key of its own.
  await destination.context.db.knex('installation').update({ delivery_id_key: randomBytes(32) });
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-moving-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  let files = 0;
  return {
    source,
    destination,
    importing: { ...destination.context, secrets: openingWith(destination.context.secrets, source.context.secrets) },
    newFile: () => join(folder, `${++files}.tenant`),
    async frozen(tenantId) {
      await freezeTenant(source.context, tenantId);
      for (const system of [source, destination]) system.clock.advance(60);
    },
    exported: (tenantId, file) => exportTenant(source.context, tenantId, { path: file, to: 'c2' }),
    async handedOver(tenantId) {
      const { code } = await handTenantOver(source.context, tenantId);
      return unfreezeTenant(destination.context, tenantId, { code });
    },
  };
}

/** What RINGPOST_SECRET_KEY_OLD gives to the cell that imports. */
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
  await source.play();
  await source.work();
  const to = textNumberFor('delivered');
  assert.equal((await operator.post(`${base}/messages`, { to, body: 'Hi' })).status, 202);
  await source.play();
  await source.work();
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
