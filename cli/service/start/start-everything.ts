import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationStopped } from '../../../src/db/migration-sessions.ts';
import type { EmbeddedServers, Service } from '../../../src/main.ts';
import { type Config, readConfig } from '../../../src/process/config.ts';
import type { Demo } from '../../../src/process/demo.ts';
import { environmentConfig } from '../../../src/process/environment-config.ts';
import { createLog } from '../../../src/process/log.ts';
import { logOutput } from '../../../src/process/log-output.ts';
import { untilStarterIsGone } from '../../../src/process/starter.ts';
import { untilSignal } from '../../../src/process/until-signal.ts';
import { embeddedServers } from '../../../tools/embedded/servers.ts';
import {
  databaseUrlHash,
  providersAt,
  readStarted,
  refuseSandboxFolder,
  type Started,
  startedFile,
  writeStarted,
} from '../../clients/started.ts';
import { refuseTakenPorts } from '../../parts/ports.ts';
import { UsageError } from '../../parts/usage-error.ts';
import { type DemoCall, demoCalls, placeDemoCalls, prepareDemo, shownDemo } from './demo.ts';
import { type Screen, screenFor } from './screen.ts';
import type { RunningSimulator } from './simulator-process.ts';
import { startBoth } from './start-both.ts';
import { showUntilDone } from './watch.ts';
import { untilReplaced } from './watching.ts';

export interface Asked {
  readonly once: boolean;
  readonly noCalls: boolean;
  readonly port: number;
  readonly operatorPort: number;
  readonly simulatorPort: number;
}

/** Runs `npm start`: PostgreSQL, the service, the simulator and the demo. Resolves to the exit code. */
export async function startEverything(asked: Asked): Promise<number> {
  const settings = settingsFor(asked);
  await refuseStart(readConfig({ ...process.env, ...settings }), asked);
  const config = environmentConfig(settings);
  const screen = screenFor(process.stdout);
  const stopping = new AbortController();
  let isReplaced = false;
  const replaced = untilReplaced().then(() => {
    isReplaced = true;
    stopping.abort();
  });
  const stopped = Promise.race([untilSignal(stopping), untilStarterIsGone(process.env, stopping), replaced]);
  const embedded = embeddedServers(config.dataFolder, () => isReplaced);
  return run({ ...asked, config, embedded, screen, stopping, stopped });
}

/** Refuses a start before it has made anything, its secrets included. */
async function refuseStart(config: Config, { simulatorPort }: Asked): Promise<void> {
  if (config.environment === 'production')
    throw new UsageError('npm start plays with a simulator, which has no place in production. Run `ringpost serve` there.');
  refuseSandboxFolder(config.dataFolder, 'run');
  await refuseSecondStart(config.dataFolder);
  await refuseTakenPorts({
    '--port': { port: config.port, host: config.host },
    '--operator-port': { port: config.operatorPort, host: config.operatorHost },
    '--simulator-port': { port: simulatorPort, host: '127.0.0.1' },
  });
}

/** Refuses a start in the folder of one that runs. */
async function refuseSecondStart(dataFolder: string): Promise<void> {
  const started = readStarted(dataFolder);
  if (started === null) return;
  const { publicUrl, operatorUrl, operatorToken, simulatorUrl } = started;
  // Only a service that was started in this folder takes its token.
  const answer = await fetch(`${operatorUrl}/api/v1/operator/clock`, {
    headers: { authorization: `Bearer ${operatorToken}` },
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.ok)
    throw new UsageError(
      `Ringpost runs in this folder already: console ${simulatorUrl}, API ${publicUrl}. Stop it where it was started, or start another beside it with RINGPOST_DATA_FOLDER and --port.`,
    );
}

/** What listens there may be any program, and may never answer. */
const patienceMs = 3_000;

const settingsFor = (asked: Asked): Readonly<Record<string, string>> => ({
  RINGPOST_ENV: process.env['RINGPOST_ENV'] ?? 'sandbox',
  // The demo's key is readable by every local user, so the demo must not listen on the network.
  HOST: process.env['HOST'] ?? '127.0.0.1',
  PORT: String(asked.port),
  OPERATOR_PORT: String(asked.operatorPort),
  ...providersAt(`http://127.0.0.1:${asked.simulatorPort}`),
});

/** The demo's calls run this many times faster than real time, so that the first webhook comes within seconds. */
const demoSpeed = 20;

interface Run extends Asked {
  readonly config: Config;
  readonly embedded: EmbeddedServers;
  readonly screen: Screen;
  readonly stopping: AbortController;
  readonly stopped: Promise<unknown>;
}

async function run({ once, noCalls, config, embedded, simulatorPort, screen, stopping, stopped }: Run): Promise<number> {
  const began = performance.now();
  mkdirSync(config.dataFolder, { recursive: true });
  const log = createLog(config.logLevel, logOutput(openSync(join(config.dataFolder, 'ringpost.log'), 'a')));
  screen.step(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting PostgreSQL (embedded; the first time takes a few seconds)');
  let simulator: RunningSimulator | undefined;
  let service: Service | undefined;
  let demo: Demo | null = null;
  try {
    [simulator, service] = await startBoth(
      { config, embedded, simulator: { port: simulatorPort, speed: demoSpeed }, stopping, demo: () => demo },
      log,
    );
    screen.done(`PostgreSQL, service and simulator are up after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    const started = await prepare(config, simulator.url, screen);
    demo = shownDemo(started);
    if (noCalls) screen.whatNext(started, startedFile(config.dataFolder), firstOf(demoCalls));
    else {
      const calls = await placeDemoCalls(started);
      const finished = await Promise.race([showUntilDone(started, calls, screen), stopped.then(() => null)]);
      if (finished === null) return 130;
      const { expected, missing } = finished;
      const arrived = `${expected - missing.length} of ${expected} webhooks arrived and verified`;
      if (missing.length === 0) screen.done(arrived);
      else screen.fail(`${arrived}. Missing: ${missing.join('; ')}. The log is ${join(config.dataFolder, 'ringpost.log')}.`);
      if (once) return missing.length === 0 ? 0 : 1;
      screen.whatNext(started, startedFile(config.dataFolder), firstOf(calls));
    }
    await stopped;
    screen.step('Stopping');
    return 0;
  } catch (error) {
    if (error instanceof MigrationStopped) return 130;
    throw error;
  } finally {
    await service?.stop();
    await simulator?.stop();
  }
}

async function prepare(config: Config, simulatorUrl: string, screen: Screen): Promise<Started> {
  const deployment = {
    environment: config.environment,
    databaseUrlHash: databaseUrlHash(config.databaseUrl),
    publicUrl: config.publicUrl,
    operatorUrl: `http://127.0.0.1:${config.operatorPort}`,
    operatorToken: config.operatorToken,
    simulatorUrl,
  };
  const started = await prepareDemo(deployment, readStarted(config.dataFolder), (line) => screen.done(line));
  const file = writeStarted(config.dataFolder, started);
  screen.done(`A demo tenant with a key, an agent, a number, an endpoint and five triggers (${file})`);
  return started;
}

function firstOf<Call extends DemoCall>(calls: readonly Call[]): Call {
  const [first] = calls;
  if (!first) throw new Error('the demo has at least one call');
  return first;
}
