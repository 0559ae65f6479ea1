import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationStopped } from '../../../src/db/migration-sessions.ts';
import { createLog } from '../../../src/process/log.ts';
import { logOutput } from '../../../src/process/log-output.ts';
import { untilSignal } from '../../../src/process/until-signal.ts';
import { askJson } from '../../../tools/conformance/ask-json.ts';
import { embeddedServers } from '../../../tools/embedded/servers.ts';
import type { Sandbox } from '../../clients/started.ts';
import { refuseTakenPorts } from '../../parts/ports.ts';
import { alone } from '../../parts/private-file.ts';
import { UsageError } from '../../parts/usage-error.ts';
import { startBoth } from '../start/start-both.ts';
import { consoleHost, folderOf, sandboxConfig } from './sandbox.ts';

export const pidFile = (name: string): string => join(folderOf(name), 'pid');
export const logFile = (name: string): string => join(folderOf(name), 'ringpost.log');

/** Returns the number of the process that ran the sandbox last, or null if none has. */
export const pidOf = (name: string): number | null => (existsSync(pidFile(name)) ? Number(readFileSync(pidFile(name), 'utf8')) : null);

/** Tells by its command line if a process runs this sandbox, or starts it: numbers of processes are used again. */
export function runsSandbox(pid: number, name: string): boolean {
  const file = `/proc/${pid}/cmdline`;
  const command =
    process.platform === 'linux'
      ? (existsSync(file) ? readFileSync(file, 'utf8') : '').replaceAll('\0', ' ')
      : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  return command.trimEnd().endsWith(` sandbox run ${name}`);
}

/** Runs a sandbox's service and simulator until it is told to stop. `ready` is called once both answer. */
export async function runSandbox(sandbox: Sandbox, ready: () => void): Promise<number> {
  const config = sandboxConfig(sandbox);
  const simulatorPort = Number(new URL(sandbox.simulatorUrl).port);
  refuseIfRunning(sandbox);
  for (const port of [config.port, config.operatorPort, simulatorPort])
    await refuseTakenPorts({ 'the sandbox’s start.json': { port, host: '127.0.0.1' } });
  // Another one may have begun while the ports were looked at, or begin at this moment.
  alone(pidFile(sandbox.name), () => {
    refuseIfRunning(sandbox);
    writeFileSync(pidFile(sandbox.name), String(process.pid));
  });
  const log = createLog(config.logLevel, logOutput(openSync(logFile(sandbox.name), 'a')));
  const stopping = new AbortController();
  const stopped = untilSignal(stopping);
  const wanted = { port: simulatorPort, speed: 1, token: sandbox.simulatorToken, allowedHost: consoleHost(sandbox) };
  try {
    const embedded = embeddedServers(config.dataFolder);
    const [simulator, service] = await startBoth({ config, embedded, simulator: wanted, stopping }, log);
    try {
      await linkConsole(sandbox);
      ready();
      await stopped;
    } finally {
      await service.stop();
      await simulator.stop();
    }
  } catch (error) {
    if (!(error instanceof MigrationStopped)) throw error;
  }
  return 0;
}

function refuseIfRunning({ name }: Sandbox): void {
  const pid = pidOf(name);
  if (pid !== null && pid !== process.pid && runsSandbox(pid, name))
    throw new UsageError(`The sandbox ${name} runs already, or is starting: its process is ${pid}.`);
}

/** Tells the console of its service. The simulator forgets it when it ends. */
export const linkConsole = ({ simulatorUrl, simulatorToken, operatorUrl, operatorToken, port, console }: Sandbox): Promise<unknown> =>
  askJson(simulatorUrl, simulatorToken)('PUT', '/console/service', {
    url: `http://127.0.0.1:${port}`,
    operatorUrl,
    operatorToken,
    ...console,
  });
