import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { argumentsOf, cli } from './typescript.ts';
import { until } from './until.ts';

export interface NpmStart {
  readonly consoleUrl: string;
  readonly folder: string;
  /** Are the options with which it was given its ports. */
  readonly ports: readonly string[];
  output(): string;
  /** Sends SIGKILL, which leaves it no time to finish. */
  kill(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Runs what `npm start` runs, in its own data folder. Resolves once it says what to try next. */
export async function npmStart(): Promise<NpmStart> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-start-'));
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operatorPort), '--simulator-port', String(simulatorPort)];
  const child = spawn(process.execPath, [...argumentsOf(cli), 'start', ...ports], {
    env: { ...process.env, RINGPOST_DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(child, 'close');
  const end = (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    return ended;
  };
  const stop = async (): Promise<void> => {
    await end('SIGTERM');
    await removeData(folder);
  };
  try {
    await until('npm start says what to try next', async () => child.exitCode !== null || said.join('').includes('Running.'));
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`);
  } catch (error) {
    await stop();
    throw new Error(`${said.join('')}\n${error}`);
  }
  const consoleUrl = `http://127.0.0.1:${simulatorPort}`;
  return { consoleUrl, folder, ports, output: () => said.join(''), kill: () => end('SIGKILL'), stop };
}
