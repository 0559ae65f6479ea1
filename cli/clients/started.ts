import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../src/process/config.ts';
import type { Environment } from '../../src/process/environment.ts';
import { sha256 } from '../../src/process/secrets.ts';
import { writePrivately } from '../parts/private-file.ts';
import { UsageError } from '../parts/usage-error.ts';

/**
 * The content of `.ringpost/start.json`, which only its owner can read: everything that is needed to try, test or load
 * this deployment. The next start reads it and continues with the same tenant.
 */
export interface Started extends Deployment {
  readonly demo: DemoTenant;
  /** Is a second tenant, for tests that the two never see each other. */
  readonly secondTenant: { readonly tenantId: string; readonly apiKey: string };
  /** Holds one key of the demo tenant for each scope, with that scope alone. */
  readonly scopedKeys: Readonly<Record<string, string>>;
  /** Is a tenant whose public API is off. */
  readonly disabledTenant: { readonly tenantId: string; readonly apiKey: string };
}

export interface Deployment {
  readonly environment: Config['environment'];
  /** Is the SHA-256 of the DATABASE_URL, which may hold a password, or null for the embedded PostgreSQL. */
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

/**
 * A sandbox beside a live installation: a cell of its own, of which nothing is known but this file in a data folder of
 * its own. The file has the name and the members of the one that `ringpost start` writes, so that every command works
 * on a sandbox where `RINGPOST_DATA_FOLDER` names its folder.
 *
 * It has no member for a provider's address or key, and nothing of the environment comes in, so that no sandbox can be
 * told of a real one.
 */
export interface Sandbox {
  /** Is the name of the cell, which its keys bear: `rp_test_{name}_…`. */
  readonly name: string;
  readonly publicUrl: string;
  readonly operatorUrl: Loopback;
  readonly operatorToken: string;
  readonly simulatorUrl: Loopback;
  readonly simulatorToken: string;
  readonly port: number;
  /** Is null for a PostgreSQL of its own in its folder. */
  readonly databaseUrl: string | null;
  /** Lists networks of the operator's that its webhooks may reach. */
  readonly allowPrivateWebhooks: string;
  /** Is what the console places calls with. */
  readonly console?: { readonly apiKey: string; readonly tenantId: string };
}

export type Loopback = `http://127.0.0.1:${number}`;

export const startedFile = (dataFolder: string): string => join(dataFolder, 'start.json');

export function readStarted(dataFolder: string): Started | null {
  try {
    const found: Started | null = JSON.parse(readFileSync(startedFile(dataFolder), 'utf8'));
    // A start and a sandbox have written an address.
    return typeof found?.operatorUrl === 'string' ? found : null;
  } catch {
    // The file is absent, or a killed start left it incomplete. A new demo is made, and nothing is lost.
    return null;
  }
}

/**
 * Returns the environment as far as it names an installation. In the folder of a sandbox it names the one beside the sandbox, so it does not
 * count there, unless an option has named an address.
 */
export const environmentNaming = (given: string | undefined, dataFolder: string, env: Environment): Environment =>
  !given && readSandboxIn(dataFolder) ? {} : env;

/** Returns the sandbox whose folder this is, or null: its file has the name of a start's, and the sandbox's name in it. */
export function readSandboxIn(dataFolder: string): Sandbox | null {
  const found: object | null = readStarted(dataFolder);
  return found !== null && 'name' in found ? (found as Sandbox) : null;
}

/**
 * Refuses what would run another cell on a sandbox's database, or would remove the sandbox from under its process, or would make another one
 * that goes with its folder.
 */
export function refuseSandboxFolder(dataFolder: string, instead: 'run' | 'remove' | 'create', name?: string): void {
  const sandbox = readSandboxIn(dataFolder);
  if (sandbox === null) return;
  const said = `RINGPOST_DATA_FOLDER=${dirname(dirname(dataFolder))} ringpost sandbox ${instead} ${name ?? sandbox.name}`;
  throw new UsageError(`${dataFolder} is the folder of the sandbox ${sandbox.name}: ${said}`);
}

export const databaseUrlHash = (databaseUrl: string | null): string | null =>
  databaseUrl === null ? null : sha256(databaseUrl).toString('hex');

export const providersAt = <Url extends string>(simulatorUrl: Url) =>
  ({ VAPI_BASE_URL: `${simulatorUrl}/vapi`, TWILIO_BASE_URL: `${simulatorUrl}/twilio` }) as const;

export function writeStarted(dataFolder: string, started: Started): string {
  const file = startedFile(dataFolder);
  writePrivately(file, started);
  return file;
}
