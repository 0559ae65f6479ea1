import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/process/config.ts';
import { sha256 } from '../../src/process/secrets.ts';

/**
 * What `npm start` leaves in `.ringpost/start.json` (readable by its owner alone): everything that somebody who wants to
 * try, test or load this deployment needs. The next start reads it and goes on with the same tenant.
 */
export interface Started extends Deployment {
  readonly demo: DemoTenant;
  /** Another tenant, for whoever checks that the two never see each other. */
  readonly secondTenant: { readonly tenantId: string; readonly apiKey: string };
  /** One key of the demo tenant for each scope, with that scope alone. */
  readonly scopedKeys: Readonly<Record<string, string>>;
  /** A tenant whose public API is off. */
  readonly disabledTenant: { readonly tenantId: string; readonly apiKey: string };
}

/** What was started, and where it lies. */
export interface Deployment {
  readonly environment: Config['environment'];
  /** SHA-256 of the DATABASE_URL, which may hold a password; null: the embedded PostgreSQL. */
  readonly databaseUrlHash: string | null;
  readonly publicUrl: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly simulatorUrl: string;
}

export interface DemoTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly phoneNumberId: string;
  readonly webhookEndpointId: string;
  readonly signingSecret: string;
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'start.json');

export function readStarted(dataFolder: string): Started | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataFolder), 'utf8'));
  } catch {
    // Absent, or half written by a start that was killed: a new demo is made, and nothing is lost by it.
    return null;
  }
}

export const databaseUrlHash = (databaseUrl: string | null): string | null =>
  databaseUrl === null ? null : sha256(databaseUrl).toString('hex');

/** The simulator as both providers. */
export const providersAt = (simulatorUrl: string) => ({
  VAPI_BASE_URL: `${simulatorUrl}/vapi`,
  TWILIO_BASE_URL: `${simulatorUrl}/twilio`,
});

export function writeStarted(dataFolder: string, started: Started): string {
  const file = fileIn(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(started, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}
