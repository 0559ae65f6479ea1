import type { Knex } from 'knex';
import { ConfigError } from '../process/environment.ts';
import type { Secrets } from '../process/secrets.ts';
import type { EndpointRow } from './endpoints.ts';
import { openSigningSecret } from './signing-secret.ts';

/** Opens the newest signing secret at the start. A process whose key does not open it could sign no delivery, and is refused. */
export async function requireSecretKey(knex: Knex, secrets: Secrets): Promise<void> {
  const newest: Pick<EndpointRow, 'secret'> | undefined = await knex<EndpointRow>('webhook_endpoints')
    .orderBy('id', 'desc')
    .first('secret');
  if (!newest) return;
  try {
    openSigningSecret(secrets, newest.secret);
  } catch {
    throw new ConfigError(
      'RINGPOST_SECRET_KEY does not open the signing secrets in the database. Give the key that they were sealed with: in RINGPOST_SECRET_KEY or RINGPOST_SECRET_KEY_OLD, or, where none is set, in secrets.json of the data folder.',
    );
  }
}
