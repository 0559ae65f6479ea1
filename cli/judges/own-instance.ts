import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Unjudgeable } from '../../tools/conformance/reachable.ts';
import { endProcess, hasEnded } from '../../tools/embedded/end-process.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { startedFile } from '../clients/started.ts';
import { bareEnvironment } from '../parts/bare-environment.ts';
import { freePort } from '../parts/ports.ts';

/** A `ringpost start` that a run has for itself, with its own database, clock, simulator and ports. */
export interface OwnInstance {
  /** Names the deployment, as `.ringpost/start.json` does. */
  readonly startFile: string;
  /** Ends it, and removes all that it wrote. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL(`../ringpost${extname(import.meta.url)}`, import.meta.url));

/** A first start takes five seconds on a quiet machine. */
const startMs = 180_000;

/**
 * Starts an instance in a temporary folder and resolves once it answers. Rejects with `Unjudgeable` if it does not
 * start, or if `stop` is aborted before.
 */
export async function startOwnInstance(stop: AbortSignal): Promise<OwnInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-instance-'));
  const child = await spawnStart(folder);
  const said: string[] = [];
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  const instance = { startFile: startedFile(folder), stop: () => end(child, folder) };
  const deadline = performance.now() + startMs;
  while (!existsSync(instance.startFile)) {
    if (!hasEnded(child) && !stop.aborted && performance.now() < deadline) {
      await delay(50);
      continue;
    }
    await instance.stop();
    if (stop.aborted) throw new Unjudgeable('The run was stopped: there is no report.');
    throw new Unjudgeable(
      `An instance to judge could not be started here. --base-url with the address of the demo judges that one.\n${said.join('').trim()}`,
    );
  }
  return instance;
}

async function spawnStart(folder: string): Promise<ChildProcess> {
  const ports: string[] = [];
  for (const option of ['--port', '--operator-port', '--simulator-port']) ports.push(option, `${await freePort()}`);
  return spawn(process.execPath, [...process.execArgv, program, 'start', '--no-calls', ...ports], {
    // Ctrl-C does not reach its process group: it is ended after the checks have deleted what they made.
    detached: true,
    // It ends itself where the channel closes, so it does not outlive a killed run.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The settings of the demo, such as its database, stay the demo's.
    env: { ...bareEnvironment(), NODE_OPTIONS: process.env['NODE_OPTIONS'], RINGPOST_DATA_FOLDER: folder },
  });
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  await endProcess(child);
  await removeData(folder);
}
