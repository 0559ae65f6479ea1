import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { object } from '../../src/contract/json.ts';
import type { Environment } from '../../src/process/environment.ts';
import { isHttpUrl } from '../parts/options.ts';
import { alone, readPrivately, userFile, writePrivately } from '../parts/private-file.ts';
import { UsageError } from '../parts/usage-error.ts';

/** Says where a tenant's commands reach the public API, and with which key. */
export interface Profile {
  /** Includes the path prefix: `https://ringpost.example.org/api/v1/public`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Holds what `ringpost login` keeps on this machine. Only its owner can read the file. */
interface Kept {
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Signs what `ringpost listen` forwards, so that a local receiver is set up once. */
  readonly listenSecret?: string;
}

const profilesFile = (env?: Environment): string => userFile('profiles.json', env);

const remedy = 'Remove it, and log in again.';

export function readProfiles(env?: Environment): Kept {
  const file = profilesFile(env);
  const kept = readPrivately(file, remedy);
  if (kept === undefined) return { profiles: {} };
  if (!isKept(kept)) throw new UsageError(`${file} is not as \`ringpost login\` writes it. ${remedy}`);
  warnOfReaders(file);
  return kept;
}

let isWarned = false;

/** Says once that others can read the keys. Where files have no modes, nobody could do anything about a refusal. */
function warnOfReaders(file: string): void {
  if (isWarned || process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  isWarned = true;
  process.stderr.write(`Other users of this machine can read the keys in ${file}; chmod 600 it.\n`);
}

/** Changes what is kept as it is then, since another command may have changed it meanwhile. Returns the file. */
export function changeProfiles(change: (kept: Kept) => Kept): string {
  const file = profilesFile();
  alone(file, () => writePrivately(file, change(readProfiles())));
  return file;
}

/** Returns this machine's secret for webhooks that its own commands send, which stays the same. */
export function localSecret(): string {
  const { listenSecret } = readProfiles();
  if (listenSecret !== undefined) return listenSecret;
  const made = randomBytes(32).toString('hex');
  changeProfiles((kept) => ({ listenSecret: made, ...kept }));
  return readProfiles().listenSecret ?? made;
}

function isKept(content: unknown): content is Kept {
  const { profiles } = object(content);
  const isProfile = ({ baseUrl, apiKey }: Readonly<Record<string, unknown>>): boolean =>
    typeof baseUrl === 'string' && isHttpUrl(baseUrl) && typeof apiKey === 'string';
  return typeof profiles === 'object' && profiles !== null && Object.values(profiles).every((each) => isProfile(object(each)));
}
