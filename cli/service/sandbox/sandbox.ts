import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../../src/process/config.ts';
import { dataFolderOf } from '../../../src/process/data-folder.ts';
import { developmentSecrets } from '../../../src/process/development-secrets.ts';
import { makeFile, replaceFile } from '../../../src/process/whole-file.ts';
import { type Loopback, providersAt, readSandboxIn, type Sandbox } from '../../clients/started.ts';
import { cannotBeWritten } from '../../parts/private-file.ts';
import { UsageError } from '../../parts/usage-error.ts';

/** What a sandbox's service is told of providers: the simulator on this machine, and no key. */
export type SandboxProviders = { readonly VAPI_BASE_URL: `${Loopback}/vapi`; readonly TWILIO_BASE_URL: `${Loopback}/twilio` };

const folderOfSandboxes = (): string => join(dataFolderOf(process.env), 'sandboxes');
export const folderOf = (name: string): string => join(folderOfSandboxes(), name);
const fileOf = (name: string): string => join(folderOf(name), 'start.json');

export function readSandbox(name: string): Sandbox {
  mustBeName(name);
  const sandbox = readSandboxIn(folderOf(name));
  if (sandbox !== null) return sandbox;
  if (existsSync(fileOf(name)))
    throw new UsageError(`${fileOf(name)} is not as \`ringpost sandbox create\` writes it. Put it back, or delete its folder.`);
  const names = sandboxNames();
  throw new UsageError(`There is no sandbox ${name}. ${names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is none.'}`);
}

export function mustBeName(name: string): void {
  if (!/^[a-z][a-z0-9]{0,15}$/.test(name)) throw new UsageError(badName(name));
}

export const badName = (name: string): string =>
  `A sandbox's name has up to 16 lower-case letters and digits and begins with a letter: not "${name}".`;

/** Refuses a name that a sandbox has. A folder without the file is what an interrupted creation left. */
export function refuseTakenName(name: string): void {
  if (existsSync(fileOf(name))) throw nameTaken(name);
}

const nameTaken = (name: string): UsageError =>
  new UsageError(`There is a sandbox ${name} already. \`ringpost sandbox run ${name}\` runs it again if it stands still.`);

/** Writes the file of a new sandbox. Of two that do so at once, one is refused. */
export function claimSandbox(sandbox: Sandbox): void {
  const file = fileOf(sandbox.name);
  mkdirSync(folderOf(sandbox.name), { recursive: true });
  if (!written(file, () => makeFile(file, textOf(sandbox)))) throw nameTaken(sandbox.name);
}

export function writeSandbox(sandbox: Sandbox): void {
  const file = fileOf(sandbox.name);
  written(file, () => replaceFile(file, textOf(sandbox), 0o600));
}

const textOf = (sandbox: Sandbox): string => `${JSON.stringify(sandbox, null, 2)}\n`;

export const sandboxNames = (): readonly string[] =>
  existsSync(folderOfSandboxes()) ? readdirSync(folderOfSandboxes()).filter((name) => existsSync(fileOf(name))) : [];

/** Reads all sandboxes but what is removed meanwhile. */
export const sandboxes = (): readonly Sandbox[] => sandboxNames().flatMap((name) => readSandboxIn(folderOf(name)) ?? []);

/** Returns the whole configuration of a sandbox's service. It is made of the sandbox alone. */
export function sandboxConfig(sandbox: Sandbox, folder = folderOf(sandbox.name)): Config {
  const providers: SandboxProviders = providersAt(sandbox.simulatorUrl);
  return readConfig({
    ...developmentSecrets(folder),
    ...providers,
    OPERATOR_TOKEN: sandbox.operatorToken,
    RINGPOST_ENV: 'sandbox',
    RINGPOST_CELL: sandbox.name,
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_ALLOW_PRIVATE_WEBHOOKS: sandbox.allowPrivateWebhooks,
    HOST: '127.0.0.1',
    PORT: String(sandbox.port),
    OPERATOR_PORT: new URL(sandbox.operatorUrl).port,
    PUBLIC_URL: sandbox.publicUrl,
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...(sandbox.databaseUrl !== null && { DATABASE_URL: sandbox.databaseUrl }),
  });
}

/** Returns the name that the router has for a sandbox's console, such as `console-team1.calls.example.org`. */
export const consoleHost = ({ publicUrl }: Sandbox): string => `console-${new URL(publicUrl).hostname}`;

/**
 * Writes the lines by which the router finds the sandboxes: a key by its cell, what has no key by its whole host. A name alone may be that
 * of a live cell, and begin the host of a live service. A sandbox of this machine alone has no host.
 */
export function writeRouterMap(): string {
  const file = join(folderOfSandboxes(), 'router.map');
  mkdirSync(folderOfSandboxes(), { recursive: true });
  // What is written may be older than what another command has written meanwhile.
  for (let before = ''; ; ) {
    const text = `# Written by \`ringpost sandbox\`: the router's lines for the sandboxes.\n${routerLines()}`;
    if (text === before) return file;
    written(file, () => replaceFile(file, text, 0o644));
    before = text;
  }
}

function routerLines(): string {
  const lines = sandboxes().map((sandbox) => {
    const api = `127.0.0.1:${sandbox.port}`;
    const { hostname } = new URL(sandbox.publicUrl);
    const hosts = { [hostname]: api, [consoleHost(sandbox)]: new URL(sandbox.simulatorUrl).host };
    const byHost = Object.entries(hosts).map(([host, address]) => `"~^${host.replaceAll('.', '\\.')}$" ${address};\n`);
    return `"~^rp_test_${sandbox.name}_" ${api};\n${hostname === '127.0.0.1' ? '' : byHost.join('')}`;
  });
  return lines.join('');
}

function written<Result>(file: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}
