import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Says where a tenant's commands reach the public API, and with which key. */
export interface Profile {
  /** Includes the path prefix: `https://ringpost.example.org/api/v1/public`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Holds what `ringpost login` keeps on this machine. Only its owner can read the file. */
interface Kept {
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Signs what `ringpost listen` forwards, so that a local receiver is set up once. */
  readonly listenSecret?: string;
}

export const profilesFile = (env: Environment = process.env): string =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'ringpost', 'profiles.json');

export function readProfiles(env: Environment = process.env): Kept {
  const file = profilesFile(env);
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { profiles: {} };
    throw new UsageError(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${file} is not JSON. Remove it, and log in again.`);
  }
}

export function writeProfiles(kept: Kept, env: Environment = process.env): string {
  const file = profilesFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  // A file that is left from a killed write keeps its own mode.
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return file;
}
