import { dataFolderOf } from '../../src/process/data-folder.ts';
import type { Environment } from '../../src/process/environment.ts';
import { databaseUrlHash, providersAt, readStarted } from '../clients/started.ts';
import { UsageError } from '../parts/usage-error.ts';

export interface ExaminedService {
  /** Holds settings that the environment lacks. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names the examined service for the report, or is null if only one is possible. */
  readonly told: string | null;
}

/**
 * Determines the service that `ringpost doctor` examines: the `npm start` of this folder, unless RINGPOST_ENV or
 * DATABASE_URL differ from what that start had. Then it is the one in the environment.
 */
export function examinedService(env: Environment): ExaminedService {
  const started = readStarted(dataFolderOf(env));
  if (started === null) return { settings: {}, told: null };
  const [environment, databaseUrl] = [env['RINGPOST_ENV'] || started.environment, env['DATABASE_URL'] || null];
  if (environment !== started.environment) return another('RINGPOST_ENV');
  if (databaseUrl !== null && databaseUrlHash(databaseUrl) !== started.databaseUrlHash) return another('DATABASE_URL');
  if (databaseUrl === null && started.databaseUrlHash)
    throw new UsageError(
      'The `npm start` of this folder had a DATABASE_URL: set it as it was then, or RINGPOST_DATA_FOLDER to another folder.',
    );
  const settings = {
    RINGPOST_ENV: environment,
    OPERATOR_PORT: new URL(started.operatorUrl).port,
    PUBLIC_URL: started.publicUrl,
    ...providersAt(started.simulatorUrl),
  };
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !env[name])),
    told: 'the `npm start` of this folder.',
  };
}

const another = (setting: string): ExaminedService => ({
  settings: {},
  told: `what the environment says, and not the \`npm start\` of this folder, which had another ${setting}.`,
});
