import { type Config, readConfig } from './config.ts';
import { developmentSecrets } from './development-secrets.ts';

/** Returns the configuration of this process. Outside production, missing secrets are made once and kept, unless the command only looks. */
export function environmentConfig(overrides: Readonly<Record<string, string>> = {}, keeps = true): Config {
  const given = { ...process.env, ...overrides };
  if (given['RINGPOST_ENV'] === 'production') return readConfig(given);
  const { dataFolder } = readConfig(given);
  return readConfig({ ...developmentSecrets(dataFolder, given, keeps), ...given });
}
