import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Environment } from './environment.ts';
import { messageOf } from './reason-of.ts';
import { makeFile } from './whole-file.ts';

/**
 * Returns secrets for use outside production. They are made once and kept in the data folder, readable by its owner
 * alone, so that data sealed yesterday opens today. If the folder has a database whose secrets an earlier key has
 * sealed, no others are made, unless that key is `given`. A command that only looks does not keep those that it makes.
 */
export function developmentSecrets(dataFolder: string, given: Environment = {}, keeps = true): Readonly<Record<string, string>> {
  const file = join(dataFolder, 'secrets.json');
  const kept = readKept(file);
  if (kept) return kept;
  // The file is written before the database is created.
  if (!given['RINGPOST_SECRET_KEY'] && existsSync(join(dataFolder, 'postgres')))
    throw new ConfigError(
      `${file} is missing, and the database beside it was sealed with its key. Put the file back, set RINGPOST_SECRET_KEY, or delete the whole folder.`,
    );
  const made = {
    RINGPOST_SECRET_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(32).toString('hex'),
    VAPI_API_KEY: `simulated-${randomBytes(8).toString('hex')}`,
    VAPI_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    TWILIO_ACCOUNT_SID: 'simulated',
    TWILIO_AUTH_TOKEN: randomBytes(32).toString('hex'),
  };
  if (!keeps) return made;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o755 });
    // Of two processes that start at once, one makes the file, and the other reads it.
    if (makeFile(file, `${JSON.stringify(made, null, 2)}\n`)) return made;
  } catch (error) {
    throw new ConfigError(`${file} cannot be written (${messageOf(error)}). It keeps the secrets of this folder, so nothing was started.`);
  }
  return developmentSecrets(dataFolder, given);
}

function readKept(file: string): Record<string, string> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigError(`${file} cannot be read: ${messageOf(error)}. Mend it, or delete it together with the data beside it.`);
  }
}
