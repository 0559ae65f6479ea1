import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { base32, newIdentifier } from '../../src/process/identifiers.ts';
import { sha256 } from '../../src/process/secrets.ts';
import { parseApiKey } from '../../src/tenants/api-keys.ts';
import { type Authenticator, authenticator } from '../../src/tenants/authenticate.ts';
import { dice } from '../faults/matrix/dice.ts';
import { manualClock, testEpoch } from '../support/clock.ts';
import { type Difference, medianDifference } from './median-difference.ts';

/**
 * `npm run test:timing`: whether the time that a refusal takes tells which refusal it was. Each round measures a block of
 * calls of every kind, in random order, so that what slows the machine slows all kinds. What the database says is
 * remembered before the first round: the time of its query is not measured. Exits 1 where a difference is sure and larger
 * than the bound, and where the machine is too noisy to tell: where an interval crosses the bound, or a planted leak of
 * some 0.8 µs is not found.
 */
const secondsAtMost = 45;
const rounds = 4_000;
const warmUpRounds = 300;
const callsPerBlock = 100;
/** Below what the hash costs: a path that leaves it out is found. Less than this is lost in the unrest of any network. */
const boundMicroseconds = 0.3;

const known = { id: newIdentifier('key', testEpoch), secret: base32(randomBytes(32)) };
const revoked = { id: newIdentifier('key', testEpoch), secret: base32(randomBytes(32)) };
const keys = authenticator(contextThatKnows([row(known, null), row(revoked, testEpoch)]));
const leaking: Authenticator = {
  authenticate(authorization) {
    stopAtFirstDifference(parseApiKey(authorization?.slice('Bearer '.length) ?? '')?.secret ?? '', known.secret);
    return keys.authenticate(authorization);
  },
};

const wrongAtFirst = headerOf(known.id, `${otherCharacter(known.secret.at(0))}${known.secret.slice(1)}`);
const wrongAtLast = headerOf(known.id, `${known.secret.slice(0, -1)}${otherCharacter(known.secret.at(-1))}`);
const kinds = {
  'wrong at first': { of: keys, header: wrongAtFirst },
  'wrong at last': { of: keys, header: wrongAtLast },
  'unknown id': { of: keys, header: headerOf(newIdentifier('key', testEpoch), known.secret) },
  'revoked, right secret': { of: keys, header: headerOf(revoked.id, revoked.secret) },
  'planted, at first': { of: leaking, header: wrongAtFirst },
  'planted, at last': { of: leaking, header: wrongAtLast },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[]; // They are: the object above is closed.

const seed = randomInt(1_000_000);
const draws = dice(seed);
const times = await measure();
const comparisons = [
  ['wrong at last', 'wrong at first'],
  ['unknown id', 'wrong at first'],
  ['revoked, right secret', 'wrong at first'],
] as const;
const verdicts = comparisons.map(([a, b]) => report(a, b));
const planted = report('planted, at last', 'planted, at first');
console.log(`${times['unknown id'].length} rounds of ${callsPerBlock} calls of each kind; order by seed ${seed}.`);
if (verdicts.includes('differs')) fail(`Time tells refusals apart by more than ${boundMicroseconds} µs.`);
if (planted !== 'differs') fail('The planted leak was not found: this machine is too noisy to tell.');
if (verdicts.includes('unsure')) fail('Some interval crosses the bound: this machine is too noisy to tell.');

async function measure(): Promise<Record<Kind, number[]>> {
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Kind, number[]>;
  const end = performance.now() + secondsAtMost * 1_000;
  for (let round = -warmUpRounds; round < rounds && performance.now() < end; round++)
    for (const name of draws.shuffled(names)) {
      const microseconds = await block(kinds[name]);
      if (round >= 0) measured[name].push(microseconds);
    }
  const complete = Math.min(...names.map((name) => measured[name].length));
  if (complete < 1_000) fail(`Only ${complete} rounds in ${secondsAtMost} s: this machine is too slow to tell.`);
  return measured;
}

/** Microseconds for each call. Headers are made anew before the clock starts: a request's is a string that nobody has hashed yet. */
async function block({ of, header }: { readonly of: Authenticator; readonly header: Buffer }): Promise<number> {
  const headers = Array.from({ length: callsPerBlock }, () => header.toString('latin1'));
  const start = performance.now();
  for (const each of headers) await of.authenticate(each);
  return ((performance.now() - start) * 1_000) / callsPerBlock;
}

type Verdict = 'same' | 'differs' | 'unsure';

function report(name: Kind, against: Kind): Verdict {
  const difference = medianDifference(times[name], times[against]);
  const verdict = judge(difference);
  const [median, low, high] = [difference.median, difference.low, difference.high].map((each) => each.toFixed(3));
  console.log(`${`${name} − ${against}`.padEnd(42)} ${median} µs, 99.9 % within [${low}, ${high}]: ${verdict}`);
  return verdict;
}

function judge({ median, low, high }: Difference): Verdict {
  if (low > -boundMicroseconds && high < boundMicroseconds) return 'same';
  return (low > 0 || high < 0) && Math.abs(median) > boundMicroseconds ? 'differs' : 'unsure';
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}

function headerOf(id: string, secret: string): Buffer {
  return Buffer.from(`Bearer rp_test_c1_${id.slice('key_'.length)}_${secret}`, 'latin1');
}

function otherCharacter(character: string | undefined): string {
  return character === '0' ? '1' : '0';
}

/** What a comparison of secrets in plain would do, each character looked at often enough for the clock to see it. */
function stopAtFirstDifference(given: string, right: string): boolean {
  for (let place = 0; place < right.length; place++)
    for (let look = 0; look < 40; look++) if (given.charCodeAt(place) !== right.charCodeAt(place)) return false;
  return true;
}

function row({ id, secret }: { readonly id: string; readonly secret: string }, revokedAt: Date | null): Record<string, unknown> {
  return {
    id,
    tenant_id: 'ten',
    secret_hash: sha256(secret),
    mode: 'test',
    cell: 'c1',
    scopes: [],
    expires_at: null,
    revoked_at: revokedAt,
    frozen_at: null,
  };
}

/** What authentication uses of a context, and no more: its query is answered from here, and the clock stands, so that it is asked once. */
function contextThatKnows(rows: readonly Record<string, unknown>[]): Pick<Context, 'db' | 'clock' | 'config'> {
  const parts = { db: { engine: { query: async () => ({ rows }) } }, clock: manualClock(), config: { cell: 'c1' } };
  return parts as unknown as Pick<Context, 'db' | 'clock' | 'config'>;
}
