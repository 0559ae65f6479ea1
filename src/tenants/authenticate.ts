import type { Context } from '../context.ts';
import type { Caller } from '../operation.ts';
import { createFindKey, type KeyOfTenant, type KeyParts, keyFits, parseApiKey } from './api-keys.ts';

/**
 * Turns an `Authorization` header into a `Caller`. A key and its tenant are cached for a few seconds, so that a busy
 * tenant costs one query in that time, and a revocation acts within the promised five seconds. The absence of a key is
 * cached as well: otherwise the duration of a second try would tell known ids from unknown.
 */
export interface Authenticator {
  /** Returns the result directly if the key is cached, otherwise as a promise. A session of the portal counts where no key is sent. */
  authenticate(authorization: string | undefined, session?: PortalSession): Authentication | Promise<Authentication>;
}

export interface PortalSession {
  readonly key: string;
  /** Is the tenant that the page shows. */
  readonly tenantId: string;
}

export type Authentication = { readonly kind: 'caller'; readonly caller: Caller } | Refused;

export interface Refused {
  readonly kind: 'refused';
  readonly why: string;
  /** Names the cell of an unknown key, if it is not this one, for the log and never for the caller. */
  readonly otherCell?: string;
}

export function authenticator(context: Pick<Context, 'db' | 'clock' | 'config'>): Authenticator {
  const known = keyCache(context);
  const judge = (parts: KeyParts, key: KeyOfTenant | undefined, ofTenant = key?.tenantId): Authentication => {
    if (!keyFits(parts, key) || !key || !isAlive(key, context.clock.now()) || key.tenantId !== ofTenant)
      return key || parts.cell === context.config.cell ? notValid : { ...notValid, otherCell: parts.cell };
    const { id: apiKeyId, tenantId, scopes, tenant, isFrozen } = key;
    return { kind: 'caller', caller: { tenantId, apiKeyId, scopes, tenant, isFrozen } };
  };
  return {
    authenticate(authorization, session) {
      const ofPage = authorization === undefined ? session : undefined;
      const text = ofPage ? ofPage.key : bearerOf(authorization);
      if (text === undefined) return refused('Send an API key: Authorization: Bearer <API_KEY>.');
      const parts = parseApiKey(text, ofPage ? ['portal'] : undefined);
      if (!parts) return notValid;
      const key = known(parts.id);
      return key instanceof Promise ? key.then((found) => judge(parts, found, ofPage?.tenantId)) : judge(parts, key, ofPage?.tenantId);
    },
  };
}

const refused = (why: string): Refused => ({ kind: 'refused', why });

/** The message is the same for unknown, wrong, expired and revoked keys and those of another cell, so that it reveals nothing. */
const notValid = refused('The API key is not valid.');

/** Returns the credentials of a bearer header (`A-KEY-01`). The scheme's case does not matter. */
export const bearerOf = (authorization: string | undefined): string | undefined => /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];

export const isAlive = (key: KeyOfTenant, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now.getTime());

/** Three seconds leave a slow query enough time for revocation within five. */
const believedForMs = 3_000;
const maxRemembered = 10_000;

interface Remembered {
  /** Is a promise until the database has answered. */
  key: Promise<KeyOfTenant | undefined> | KeyOfTenant | undefined;
  readonly asOf: number;
}

/** Makes a cache that queries for one key once at a time, however many requests send it. */
function keyCache({ db, clock }: Pick<Context, 'db' | 'clock'>): (apiKeyId: string) => Remembered['key'] {
  const remembered = new Map<string, Remembered>();
  const find = createFindKey(db);
  return (apiKeyId) => {
    const now = clock.realNow().getTime();
    const entry = remembered.get(apiKeyId);
    if (entry && now - entry.asOf < believedForMs && now >= entry.asOf) return entry.key;
    const key = find(apiKeyId);
    const fresh: Remembered = { key, asOf: now };
    key.then(
      (found) => {
        fresh.key = found;
      },
      () => {
        // A failed query says nothing about the key, so the next request asks again.
        if (remembered.get(apiKeyId) === fresh) remembered.delete(apiKeyId);
      },
    );
    remember(remembered, apiKeyId, fresh);
    return key;
  };
}

/** Adds an entry. The oldest is removed from a full cache, so that a client that tries many ids cannot make it grow. */
function remember(remembered: Map<string, Remembered>, apiKeyId: string, entry: Remembered): void {
  remembered.delete(apiKeyId);
  const oldest = remembered.size >= maxRemembered ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(apiKeyId, entry);
}
