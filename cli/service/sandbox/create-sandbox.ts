import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { addressRanges } from '../../../src/process/address-ranges.ts';
import { readCell } from '../../../src/process/config.ts';
import { dataFolderOf } from '../../../src/process/data-folder.ts';
import { untilSignal } from '../../../src/process/until-signal.ts';
import { type Loopback, refuseSandboxFolder, type Sandbox } from '../../clients/started.ts';
import { bareEnvironment } from '../../parts/bare-environment.ts';
import { freePort, refuseTakenPorts } from '../../parts/ports.ts';
import { UsageError } from '../../parts/usage-error.ts';
import { createDatabase, dropDatabase } from './own-database.ts';
import { removeSandbox } from './remove-sandbox.ts';
import { logFile } from './run-sandbox.ts';
import { claimSandbox, mustBeName, refuseTakenName, writeRouterMap } from './sandbox.ts';

export interface Wanted {
  readonly name: string;
  readonly publicUrl: string | undefined;
  readonly port: number | undefined;
  /** Is a server on which the sandbox's database is made. */
  readonly databaseUrl: string | undefined;
  readonly allowPrivateWebhooks: readonly string[] | undefined;
}

/** Makes a sandbox and leaves it running in the background. If it does not come up, nothing of it is left. */
export async function createSandbox({ name, databaseUrl, ...wanted }: Wanted): Promise<Sandbox> {
  mustBeName(name);
  refuseSandboxFolder(dataFolderOf(process.env), 'create', name);
  refuseTakenName(name);
  if (name === readCell(process.env))
    throw new UsageError(
      `${name} is the cell of the service itself (RINGPOST_CELL), so that no router could tell whose a test key is. Take another name.`,
    );
  const ranges = '--allow-private-webhooks';
  addressRanges({ [ranges]: wanted.allowPrivateWebhooks?.join(',') }, ranges);
  if (wanted.publicUrl !== undefined && !new URL(wanted.publicUrl).hostname.startsWith(`${name}.`))
    throw new UsageError(
      `--public-url must have a host of its own that begins with the sandbox's name, such as https://${name}.calls.example.org: the router goes by it.`,
    );
  const portOf = async (n: number): Promise<number> => (wanted.port === undefined ? await freePort() : wanted.port + n);
  const [port, operatorPort, simulatorPort] = [await portOf(0), await portOf(1), await portOf(2)];
  if (wanted.port !== undefined)
    for (const each of [port, operatorPort, simulatorPort]) await refuseTakenPorts({ '--port': { port: each, host: '127.0.0.1' } });
  const at = (port: number): Loopback => `http://127.0.0.1:${port}`;
  const sandbox: Sandbox = {
    name,
    publicUrl: wanted.publicUrl?.replace(/\/$/, '') ?? at(port),
    operatorUrl: at(operatorPort),
    operatorToken: randomBytes(32).toString('hex'),
    simulatorUrl: at(simulatorPort),
    simulatorToken: randomBytes(32).toString('hex'),
    port,
    databaseUrl: databaseUrl === undefined ? null : await createDatabase(databaseUrl, name),
    allowPrivateWebhooks: wanted.allowPrivateWebhooks?.join(',') ?? '',
  };
  try {
    claimSandbox(sandbox);
  } catch (error) {
    if (sandbox.databaseUrl !== null) await dropDatabase(sandbox.databaseUrl, name);
    throw error;
  }
  writeRouterMap();
  // What is interrupted from here on comes up by itself, and is listed.
  void untilSignal().then(() => {
    const listed = `The sandbox ${name} goes on to start, as \`ringpost sandbox list\` shows.`;
    process.stderr.write(`${listed} \`ringpost sandbox remove ${name} --yes\` removes it.\n`);
    process.exit(130);
  });
  try {
    await startInBackground(name);
  } catch (error) {
    await removeSandbox(sandbox);
    throw error;
  }
  return sandbox;
}

/** Starts the sandbox as a process of its own, and resolves when that says that it is ready. */
async function startInBackground(name: string): Promise<void> {
  const log = openSync(logFile(name), 'a');
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'sandbox', 'run', name], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: bareEnvironment(),
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The sandbox ${name} did not start. The end of its log:\n${endOfLog(name)}`)));
  });
  child.removeAllListeners();
  child.disconnect();
  child.unref();
}

/** Another command may have removed the sandbox meanwhile, with its log. */
const endOfLog = (name: string): string =>
  existsSync(logFile(name)) ? readFileSync(logFile(name), 'utf8').trimEnd().split('\n').slice(-5).join('\n') : 'It was removed.';
