import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../src/process/config.ts';
import { endProcess, hasEnded } from '../../../tools/embedded/end-process.ts';
import { bareEnvironment } from '../../parts/bare-environment.ts';

/** The simulator's main program. Like this file it is .ts among the sources and .js in a built package. */
export const simulatorProgram = fileURLToPath(new URL(`../../../simulator/main${extname(import.meta.url)}`, import.meta.url));

export interface RunningSimulator {
  readonly url: string;
  stop(): Promise<void>;
}

export interface SimulatorWanted {
  readonly port: number;
  readonly speed: number;
  /** Is what the console and the control API ask for, if they ask for anything. */
  readonly token?: string;
  /** Is a further name that they may be reached by. */
  readonly allowedHost?: string;
}

/** The limit only ends the wait for a process that hangs: one that has ended is seen at once. A busy machine may need minutes to start it. */
const startMs = 240_000;
const killAfterMs = 5_000;

/** Starts the simulator in its own process, as beside any deployment. Resolves once it answers. */
export async function startSimulatorProcess(config: Config, wanted: SimulatorWanted): Promise<RunningSimulator> {
  const log = openSync(join(config.dataFolder, 'simulator.log'), 'a');
  const child = spawn(process.execPath, [...process.execArgv, simulatorProgram, ...argumentsFor(config, wanted)], {
    // With its own process group Ctrl-C does not reach it. The start command ends it after the service has drained.
    detached: true,
    // The end of the last pipe tells it that this process is gone, whatever the reason. It then ends, since an orphan
    // would hold its port.
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...bareEnvironment(),
      SIMULATOR_TOKEN: wanted.token ?? '',
      OPERATOR_TOKEN: config.operatorToken,
      VAPI_API_KEY: config.vapi.apiKey,
      VAPI_WEBHOOK_SECRET: config.vapi.webhookSecret,
      ...(config.twilio && { TWILIO_ACCOUNT_SID: config.twilio.accountSid, TWILIO_AUTH_TOKEN: config.twilio.authToken }),
    },
  });
  const url = `http://127.0.0.1:${wanted.port}`;
  await untilHealthy(child, url, join(config.dataFolder, 'simulator.log'));
  return { url, stop: () => endProcess(child, 'SIGTERM', killAfterMs) };
}

const argumentsFor = ({ publicUrl, operatorPort }: Config, { port, speed, allowedHost }: SimulatorWanted): readonly string[] => [
  ...['--port', String(port), '--speed', String(speed)],
  ...(allowedHost === undefined ? [] : ['--allowed-hosts', allowedHost]),
  ...['--operator-url', `http://127.0.0.1:${operatorPort}`],
  ...['--text-inbound-url', `${publicUrl}/callbacks/sms/twilio/inbound#rc=5&rp=all`],
];

async function untilHealthy(child: ChildProcess, url: string, log: string): Promise<void> {
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The simulator ended with ${child.signalCode ?? `code ${child.exitCode}`}. Its log is ${log}.`);
    const healthy = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await delay(50);
  }
  await endProcess(child, 'SIGTERM', killAfterMs);
  throw new Error(`The simulator did not answer within ${startMs / 1_000} s. Its log is ${log}.`);
}
