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
  const { rows } = await engine.query<{ secret: Buffer }>(`select secret from webhook_endpoints order by id desc limit ${examinedAtMost}`);
  const secrets = aesSecrets(secretKey, oldSecretKeys);
  const sealedBy = rows.map(({ secret }) => keyOf(secrets, secret));
  return judge(rows.length, sealedBy.filter((key) => key === 'none').length, sealedBy.filter((key) => key === 'older').length);
}

function keyOf(secrets: Secrets, sealed: Buffer): 'present' | 'older' | 'none' {
  try {
    return resealSigningSecret(secrets, sealed) === null ? 'present' : 'older';
  } catch {
    return 'none';
  }
}

function judge(looked: number, unopened: number, older: number): readonly Seen[] {
  const seen: Seen[] = [];
  if (unopened > 0)
    seen.push(
      fault(
        `RINGPOST_SECRET_KEY does not open ${unopened} of ${looked} signing secrets.`,
        'Give the key that they were sealed with, here or in RINGPOST_SECRET_KEY_OLD. Until then nothing is sent to these endpoints.',
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
