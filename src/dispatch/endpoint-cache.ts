import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Log } from '../process/log.ts';
import type { Secrets } from '../process/secrets.ts';
import { withoutStandardHeaders } from '../webhooks/endpoint-rules.ts';
import type { EndpointRow } from '../webhooks/endpoints.ts';
import { openSigningSecret } from '../webhooks/signing-secret.ts';
import { requestHead } from './request-head.ts';
import { signingKey } from './signature.ts';

/** An endpoint as an attempt needs it. URL, secret and headers are prepared once, however many deliveries follow. */
export interface Target {
  readonly id: string;
  readonly version: number;
  readonly origin: string;
  readonly method: 'POST' | 'PUT';
  readonly key: KeyObject;
  /** Is true if deliveries carry the headers of Standard Webhooks too. */
  readonly standardWebhooks: boolean;
  /** The beginning of every request to it, up to the headers that differ; null if HTTP does not allow it. */
  readonly head: string | null;
}

/** Remembers targets by version. A delivery brings the version that it was leased under, and an older remembered target is read anew. */
export interface EndpointCache {
  /** Returns the targets of these endpoints. An endpoint that is gone, or whose secret cannot be decrypted, is missing from the answer. */
  targets(wanted: readonly { readonly endpointId: string; readonly endpointVersion: number }[]): Promise<ReadonlyMap<string, Target>>;
  /** Returns the endpoints at these origins, as far as they are remembered. */
  at(origins: readonly string[]): readonly string[];
}

export function endpointCache(engine: Pool, secrets: Secrets, log: Log): EndpointCache {
  const known = new Map<string, Target>();

  const read = async (ids: readonly string[]): Promise<readonly Target[]> => {
    for (const id of ids) known.delete(id);
    if (known.size > maxRemembered) known.clear();
    const { rows } = await engine.query<Row>({
      name: 'read-endpoints',
      text: 'select id, version, url, method, headers, secret, standard_webhooks from webhook_endpoints where id = any($1)',
      values: [ids],
    });
    const targets = rows.flatMap((row) => targetOf(row, secrets, log) ?? []);
    for (const target of targets) known.set(target.id, target);
    return targets;
  };

  return {
    async targets(wanted) {
      const found = new Map<string, Target>();
      const stale = new Set<string>();
      for (const { endpointId, endpointVersion } of wanted) {
        const target = known.get(endpointId);
        if (target && target.version >= endpointVersion) found.set(endpointId, target);
        else stale.add(endpointId);
      }
      // What is known may be forgotten while the others are read, so it is taken before.
      if (stale.size > 0) for (const target of await read([...stale])) found.set(target.id, target);
      return found;
    },

    at: (origins) => [...known.values()].filter(({ origin }) => origins.includes(origin)).map(({ id }) => id),
  };
}

/** The columns of `webhook_endpoints` that an attempt needs. */
type Row = Pick<EndpointRow, 'id' | 'version' | 'url' | 'method' | 'headers' | 'secret' | 'standard_webhooks'>;

const maxRemembered = 10_000;

function targetOf(row: Row, secrets: Secrets, log: Log): Target | null {
  try {
    return targetTo(row, openSigningSecret(secrets, row.secret));
  } catch (error) {
    log.error({ err: error, endpointId: row.id }, 'an endpoint cannot be used: is RINGPOST_SECRET_KEY the one its secret was sealed with?');
    return null;
  }
}

/** Prepares an endpoint for attempts. `secret` is its signing secret as text. */
export function targetTo(row: Omit<Row, 'secret'>, secret: string): Target {
  const url = new URL(row.url);
  const headers = row.standard_webhooks ? withoutStandardHeaders(row.headers) : row.headers;
  return {
    id: row.id,
    version: row.version,
    origin: url.origin,
    method: row.method,
    key: signingKey(secret),
    standardWebhooks: row.standard_webhooks,
    head: requestHead(url, row.method, headers),
  };
}
