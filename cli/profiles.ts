import type { Environment } from '../src/process/environment.ts';
import { readPrivately, userFile, writePrivately } from './private-file.ts';

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

export const readProfiles = (env?: Environment): Kept =>
  // The commands alone write it.
  (readPrivately(profilesFile(env), 'Remove it, and log in again.') as Kept | undefined) ?? { profiles: {} };

export function writeProfiles(kept: Kept): string {
  const file = profilesFile();
  writePrivately(file, kept);
  return file;
}
