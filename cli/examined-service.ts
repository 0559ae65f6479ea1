import { dataFolderOf } from '../src/process/config.ts';
import { databaseUrlHash, providersAt, readStarted } from './start/started.ts';
import { UsageError } from './usage-error.ts';

export interface ExaminedService {
  /** What the environment does not say of it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Which one it is, where that may be asked. */
  readonly told: string | null;
}

/**
 * Which service `ringpost doctor` means: the `npm start` of this folder, unless the environment is that of another one.
 * It is where RINGPOST_ENV or DATABASE_URL is not what that start had.
 */
export function examinedService(env: Readonly<Record<string, string | undefined>>): ExaminedService {
  const started = readStarted(dataFolderOf(env));
  if (started === null) return { settings: {}, told: null };
  const [environment, databaseUrl] = [env['RINGPOST_ENV'] || started.environment, env['DATABASE_URL'] || null];
  if (environment !== started.environment) return another('RINGPOST_ENV');
  if (databaseUrl !== null && databaseUrlHash(databaseUrl) !== started.databaseUrlHash) return another('DATABASE_URL');
  if (databaseUrl === null && started.databaseUrlHash)
    throw new UsageError(
      'The `npm start` of this folder had a DATABASE_URL: set it as it was then, or RINGPOST_DATA_FOLDER to another folder.',
    );
  const settings = { RINGPOST_ENV: environment, PUBLIC_URL: started.publicUrl, ...providersAt(started.simulatorUrl) };
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !env[name])),
    told: 'the `npm start` of this folder.',
  };
}

const another = (setting: string): ExaminedService => ({
  settings: {},
  told: `what the environment says, and not the \`npm start\` of this folder, which had another ${setting}.`,
});
