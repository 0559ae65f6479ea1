import type { Config } from '../../src/process/config.ts';
import { aesSecrets, type Secrets } from '../../src/process/secrets.ts';
import { resealSigningSecret } from '../../src/webhooks/signing-secret.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

const examinedAtMost = 5_000;

/** Opens the newest stored secrets without changing them. Otherwise a wrong key is noticed only at the next delivery. */
export async function storedSecrets(
  { engine }: Pick<SoundDatabase, 'engine'>,
  { secretKey, oldSecretKeys }: Pick<Config, 'secretKey' | 'oldSecretKeys'>,
): Promise<readonly Seen[]> {
  const { rows } = await engine.query<Row>(`select tenant_id, id, secret from webhook_endpoints order by id desc limit ${examinedAtMost}`);
  const secrets = aesSecrets(secretKey, oldSecretKeys);
  const sealed = rows.map((row) => ({ ...row, by: keyOf(secrets, row.secret) }));
  const unopened = sealed.filter(({ by }) => by === 'none');
  return judge(rows.length, unopened, sealed.filter(({ by }) => by === 'older').length);
}

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly secret: Buffer;
}

function keyOf(secrets: Secrets, sealed: Buffer): 'present' | 'older' | 'none' {
  try {
    return resealSigningSecret(secrets, sealed) === null ? 'present' : 'older';
  } catch {
    return 'none';
  }
}

/** The doctor names at most this many endpoints. */
const namedAtMost = 20;

function judge(looked: number, unopened: readonly Row[], older: number): readonly Seen[] {
  const seen: Seen[] = [];
  if (unopened.length > 0)
    seen.push(
      fault(
        `RINGPOST_SECRET_KEY does not open ${unopened.length} of ${looked} signing secrets: ${named(unopened)}.`,
        'Give the key that they were sealed with, here or in RINGPOST_SECRET_KEY_OLD. Until then nothing is sent to these endpoints. Where a secret is damaged, `ringpost endpoint rotate-secret` makes a new one.',
      ),
    );
  if (older > 0)
    seen.push(
      warning(
        `${older} of ${looked} signing secrets are sealed with a key of RINGPOST_SECRET_KEY_OLD.`,
        'Once every process has the new key, run `ringpost rotate-secrets`; then the old one can go.',
      ),
    );
  return seen.length > 0 ? seen : [good(`the key opens all ${looked}`)];
}

function named(rows: readonly Row[]): string {
  const names = rows.slice(0, namedAtMost).map(({ tenant_id, id }) => `${id} of ${tenant_id}`);
  return rows.length > namedAtMost ? `${names.join(', ')} and ${rows.length - namedAtMost} more` : names.join(', ');
}
