import type { KeyName } from '../../src/idempotency/claim.ts';
import { resealAnswer } from '../../src/idempotency/idempotency-keys.ts';
import type { Config } from '../../src/process/config.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { resealSigningSecret } from '../../src/webhooks/signing-secret.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

const examinedAtMost = 5_000;

/**
 * Opens the newest stored secrets without changing them. Otherwise a wrong key is noticed only at the next delivery, and one that is taken
 * away too early at the next repeat of a request.
 */
export async function storedSecrets(
  { engine }: Pick<SoundDatabase, 'engine'>,
  { secretKey, oldSecretKeys }: Pick<Config, 'secretKey' | 'oldSecretKeys'>,
): Promise<readonly Seen[]> {
  const secrets = aesSecrets(secretKey, oldSecretKeys);
  const endpoints = await engine.query<Endpoint>(
    `select tenant_id, id, secret from webhook_endpoints order by id desc limit ${examinedAtMost}`,
  );
  const answers = await engine.query<Answer>(
    `select api_key_id as "apiKeyId", operation, key, response
       from idempotency_keys
      where response is not null
      order by created_at desc
      limit ${examinedAtMost}`,
  );
  const signing = sorted(endpoints.rows, ({ secret }) => resealSigningSecret(secrets, secret));
  const stored = sorted(answers.rows, (answer) => resealAnswer(secrets, answer, answer.response));
  const seen = [...judge(signing, signingSecrets(signing)), ...judge(stored, storedAnswers)];
  return seen.length > 0 ? seen : [good(`the key opens all ${signing.looked} signing secrets and all ${stored.looked} stored answers`)];
}

interface Endpoint {
  readonly tenant_id: string;
  readonly id: string;
  readonly secret: Buffer;
}

interface Answer extends KeyName {
  readonly response: Buffer;
}

interface Sorted<Row> {
  readonly looked: number;
  readonly unopened: readonly Row[];
  /** Counts those that a key of RINGPOST_SECRET_KEY_OLD opens. */
  readonly older: number;
}

function sorted<Row>(rows: readonly Row[], reseal: (row: Row) => Buffer | null): Sorted<Row> {
  const unopened: Row[] = [];
  let older = 0;
  for (const row of rows) {
    try {
      if (reseal(row) !== null) older += 1;
    } catch {
      unopened.push(row);
    }
  }
  return { looked: rows.length, unopened, older };
}

function judge({ looked, unopened, older }: Sorted<unknown>, { what, which, meanwhile }: Words): readonly Seen[] {
  const seen: Seen[] = [];
  if (unopened.length > 0)
    seen.push(
      fault(
        `RINGPOST_SECRET_KEY does not open ${unopened.length} of ${looked} ${what}${which}.`,
        `Give the key that they were sealed with, here or in RINGPOST_SECRET_KEY_OLD. ${meanwhile}`,
      ),
    );
  if (older > 0)
    seen.push(
      warning(
        `${older} of ${looked} ${what} are sealed with a key of RINGPOST_SECRET_KEY_OLD.`,
        'Once every process has the new key, run `ringpost rotate-secrets`; then the old one can go.',
      ),
    );
  return seen;
}

interface Words {
  readonly what: string;
  readonly which: string;
  readonly meanwhile: string;
}

const signingSecrets = ({ unopened }: Sorted<Endpoint>): Words => ({
  what: 'signing secrets',
  which: `: ${named(unopened)}`,
  meanwhile: 'Until then nothing is sent to these endpoints. Where a secret is damaged, `ringpost endpoint rotate-secret` makes a new one.',
});

const storedAnswers: Words = {
  what: 'stored answers',
  which: '',
  meanwhile: 'Until then a repeat of these requests under its idempotency key is answered 500, and nothing is done again.',
};

/** The doctor names at most this many endpoints. */
const namedAtMost = 20;

function named(rows: readonly Endpoint[]): string {
  const names = rows.slice(0, namedAtMost).map(({ tenant_id, id }) => `${id} of ${tenant_id}`);
  return rows.length > namedAtMost ? `${names.join(', ')} and ${rows.length - namedAtMost} more` : names.join(', ');
}
