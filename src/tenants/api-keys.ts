import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { textArray } from '../db/binary-arrays.ts';
import type { Database } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { overloaded } from '../errors.ts';
import type { TenantSettings } from '../operation.ts';
import { base32, newIdentifier } from '../process/identifiers.ts';
import { sha256 } from '../process/secrets.ts';
import type { PortalSession } from './authenticate.ts';
import { type SettingsRow, type TenantRow, tenantSettings } from './tenants.ts';

/**
 * A row of an API key `rp_{mode}_{cell}_{id}_{secret}`. The mode is `live` or `test`, `link` for a link into the portal and `portal` for
 * the session that the link has opened, which only a cookie may show. The id is the key's id without its prefix, and the secret is 32
 * random bytes in base32. The row holds the SHA-256 of the secret; the text is shown once, when the key is made. Mode and cell are stored
 * as they were then: a key is compared whole, and stays valid when its tenant moves to another cell.
 */
export interface ApiKeyRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly secret_hash: Buffer;
  readonly scopes: readonly string[];
  readonly mode: Mode;
  readonly cell: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

export type Mode = 'live' | 'test' | 'link' | 'portal';

const modeOf = (environment: Context['config']['environment']): Mode => (environment === 'production' ? 'live' : 'test');

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** Makes a key. `text` is what its holder sends; it cannot be read again later. */
export async function issueApiKey(
  context: Context,
  tenantId: string,
  key: NewApiKey,
  mode: Mode = modeOf(context.config.environment),
): Promise<IssuedApiKey> {
  const issued = drawApiKey(tenantId, key, { mode, cell: context.config.cell, at: context.clock.now() });
  await context.db.knex('api_keys').insert(issued.row);
  return issued;
}

export interface IssuedApiKey {
  readonly row: ApiKeyRow;
  readonly text: string;
}

/** Draws a key whose row is not stored yet. */
export function drawApiKey(
  tenantId: string,
  { name, scopes, expiresAt }: NewApiKey,
  { mode, cell, at }: Pick<ApiKeyRow, 'mode' | 'cell'> & { readonly at: Date },
): IssuedApiKey {
  const secret = base32(randomBytes(32));
  const row: ApiKeyRow = {
    id: newIdentifier('key', at),
    tenant_id: tenantId,
    name,
    secret_hash: sha256(secret),
    scopes: [...scopes],
    mode,
    cell,
    expires_at: expiresAt,
    revoked_at: null,
    created_at: at,
  };
  return { row, text: textOf(row, secret) };
}

const textOf = ({ mode, cell, id }: Pick<ApiKeyRow, 'mode' | 'cell' | 'id'>, secret: string): string =>
  `rp_${mode}_${cell}_${id.slice('key_'.length)}_${secret}`;

/**
 * Turns the key of a link into that of its session, once: of two requests at once, one finds the link. Returns undefined for a link that
 * was opened, has expired or was revoked, and for text that is no link. Throws while the tenant is frozen, since the link stays good.
 */
export async function openLink(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  findKey: FindKey,
  link: string,
): Promise<IssuedApiKey | undefined> {
  const given = parseApiKey(link, ['link']);
  const stored = given && (await findKey(given.id));
  if (!given || !keyFits(given, stored)) return undefined;
  if (stored?.isFrozen) throw overloaded();
  const secret = base32(randomBytes(32));
  const [row] = await db
    .knex<ApiKeyRow>('api_keys')
    .where({ id: given.id, mode: 'link', revoked_at: null })
    .where('expires_at', '>', clock.now())
    .update({ mode: 'portal', name: 'Portal session', secret_hash: sha256(secret) })
    .returning('*');
  return row && { row, text: textOf(row, secret) };
}

/**
 * Revokes the key of a session. Does nothing for text that is none. Returns false for a session of another tenant than the page shows, which
 * goes on.
 */
export async function endSession(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  findKey: FindKey,
  { key, tenantId }: PortalSession,
): Promise<boolean> {
  const given = parseApiKey(key, ['portal']);
  const stored = given && (await findKey(given.id));
  if (!given || !stored || !keyFits(given, stored)) return true;
  if (stored.tenantId !== tenantId) return false;
  await revokeApiKey(db.knex, tenantId, stored.id, clock.now());
  return true;
}

export const deleteExpiredLinks = (sql: Knex, tenantId: string, now: Date): Promise<number> =>
  sql<ApiKeyRow>('api_keys').where({ tenant_id: tenantId }).whereIn('mode', ['link', 'portal']).where('expires_at', '<', now).delete();

export const listApiKeys = (sql: Knex, tenantId: string): Promise<ApiKeyRow[]> =>
  sql<ApiKeyRow>('api_keys').where({ tenant_id: tenantId }).orderBy('id');

/** Revokes a key. One that was revoked before keeps its time. Returns undefined if the tenant has no such key. */
export async function revokeApiKey(sql: Knex, tenantId: string, apiKeyId: string, at: Date): Promise<ApiKeyRow | undefined> {
  const rows = await sql<ApiKeyRow>('api_keys')
    .where({ tenant_id: tenantId, id: apiKeyId })
    .update({ revoked_at: sql.raw('coalesce(revoked_at, ?)', [at]) })
    .returning('*');
  return rows[0];
}

export interface KeyParts {
  readonly mode: string;
  readonly cell: string;
  readonly id: string;
  readonly secret: string;
}

/** Returns the parts of a key's text, or undefined for text that cannot be a key of one of these modes. */
export function parseApiKey(text: string, modes: readonly Mode[] = ['live', 'test']): KeyParts | undefined {
  const [, mode, cell, id, secret] = /^rp_([a-z]{4,6})_([a-z0-9]{1,16})_([0-9a-z]{26})_([0-9a-z]{52})$/.exec(text) ?? [];
  const isWanted = modes.some((wanted) => wanted === mode);
  return isWanted && mode && cell && id && secret ? { mode, cell, id: `key_${id}`, secret } : undefined;
}

/**
 * Tells if a key's text is that of the stored key with its id. The secret is compared in constant time, and also if
 * there is no such key, so that the duration reveals nothing about ids. The part before the secret is not secret.
 */
export function keyFits(given: KeyParts, stored: StoredKey | undefined): boolean {
  const secretFits = timingSafeEqual(sha256(given.secret), stored?.secretHash ?? nobodysHash);
  return stored !== undefined && secretFits && stored.mode === given.mode && stored.cell === given.cell;
}

type StoredKey = Pick<KeyOfTenant, 'secretHash' | 'mode' | 'cell'>;

const nobodysHash = Buffer.alloc(32);

/** The facts about a key and its tenant that authentication needs. */
export interface KeyOfTenant {
  readonly id: string;
  readonly tenantId: string;
  readonly secretHash: Buffer;
  readonly mode: Mode;
  readonly cell: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly tenant: TenantSettings;
  readonly isFrozen: boolean;
}

/** Finds a key by its id, whoever it is of. */
export type FindKey = (apiKeyId: string) => Promise<KeyOfTenant | undefined>;

/**
 * Makes a function that finds keys with one prepared statement for all that are asked for at the same time: a busy service asks for many
 * each second, and anybody may ask for keys that nobody has.
 */
export const createFindKey = ({ engine }: Pick<Database, 'engine'>): FindKey =>
  groupCommit((apiKeyIds: readonly string[]) => findKeysOfTenants(engine, apiKeyIds));

async function findKeysOfTenants(engine: Pool, apiKeyIds: readonly string[]): Promise<readonly (KeyOfTenant | undefined)[]> {
  const { rows } = await engine.query<KeyRow>({ name: 'keys-of-tenants', text: keysStatement, values: [textArray(apiKeyIds)] });
  const keys = new Map(rows.map((row) => [row.id, keyOf(row)]));
  return apiKeyIds.map((id) => keys.get(id));
}

const keysStatement = `
  select api_keys.id, api_keys.tenant_id, api_keys.secret_hash, api_keys.mode, api_keys.cell, api_keys.scopes, api_keys.expires_at,
         api_keys.revoked_at,
         tenants.public_api_enabled, tenants.billing, tenants.writes_per_minute, tenants.reads_per_minute, tenants.concurrent_calls,
         tenants.call_events_per_minute, tenants.text_events_per_minute, tenants.frozen_at
    from api_keys
    join tenants on tenants.id = api_keys.tenant_id and tenants.deleting_since is null
   where api_keys.id = any ($1::text[])`;

type KeyRow = Omit<ApiKeyRow, 'name' | 'created_at'> & SettingsRow & Pick<TenantRow, 'frozen_at'>;

const keyOf = (row: KeyRow): KeyOfTenant => ({
  id: row.id,
  tenantId: row.tenant_id,
  secretHash: row.secret_hash,
  mode: row.mode,
  cell: row.cell,
  scopes: row.scopes,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  tenant: tenantSettings(row),
  isFrozen: row.frozen_at !== null,
});
