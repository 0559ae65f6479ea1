import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { endProcess, hasEnded } from '../../../tools/embedded/end-process.ts';
import { argumentsOf, cli } from '../../support/typescript.ts';

/** One of the two service processes: killed again and again, and started again at the same address. */
export interface Service {
  /** Also what its database sessions call themselves. */
  readonly name: string;
  /** Begins the name of the present process's worker: each start has another. */
  cell(): string;
  readonly publicUrl: string;
  readonly operatorUrl: string;
  isReady(): boolean;
  /** Starts it, over and over where it gives up because the database is away, until it is ready. */
  start(): Promise<void>;
  untilReady(): Promise<void>;
  hasEnded(): boolean;
  signal(signal: 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL; resolves once the kernel has cleared it away. False where it had ended before. */
  kill(): Promise<boolean>;
  /** SIGKILL for good: nothing starts it again. */
  end(): Promise<void>;
  /** The machine's clock, as this process sees it, is off by so much from now on. */
  turnClock(ms: number): void;
  /** When each of its processes began to run, by `performance.now()`. */
  readonly startedAt: readonly number[];
  /** How it ended by itself, or otherwise than in order when it was told to; a kill is neither. */
  readonly diedAlone: readonly string[];
}

export interface ServiceOptions {
  readonly name: string;
  readonly port: number;
  readonly operatorPort: number;
  readonly env: Readonly<Record<string, string>>;
  /** Where its warnings and errors go. */
  readonly logFile: string;
  /** Where callers and providers reach it; itself, where nothing stands in front of it. */
  readonly reachedAt?: string;
  /** The program to start, asked at each start; this checkout's where none is said. */
  readonly program?: () => string | null;
}

const turnableClock = fileURLToPath(new URL('./turnable-clock.mjs', import.meta.url));
const startDeadlineMs = 90_000;

export function service(options: ServiceOptions): Service {
  const { name, port, operatorPort } = options;
  const publicUrl = `http://127.0.0.1:${port}`;
  const operatorUrl = `http://127.0.0.1:${operatorPort}`;
  const log = openSync(options.logFile, 'a');
  const diedAlone: string[] = [];
  const startedAt: number[] = [];
  let child: ChildProcess | null = null;
  let ready = false;
  let starting: Promise<void> = Promise.resolve();
  let ending: 'never' | 'in order' | 'killed' = 'never';
  let isOver = false;
  let starts = 0;
  const cell = (): string => `${name.replaceAll('-', '')}n${starts}`;
  const clockFile = `${options.logFile}.clock`;

  const spawned = (): ChildProcess => {
    if (isOver) throw new Error(`${name} has ended for good`);
    starts += 1;
    startedAt.push(performance.now());
    const program = options.program?.() ?? cli;
    const started = spawn(process.execPath, ['--import', turnableClock, ...argumentsOf(program), 'serve'], {
      env: {
        ...process.env,
        ...options.env,
        PORT: String(port),
        OPERATOR_PORT: String(operatorPort),
        PUBLIC_URL: options.reachedAt ?? publicUrl,
        RINGPOST_CELL: cell(),
        LOG_LEVEL: 'warn',
        TURNABLE_CLOCK: clockFile,
      },
      stdio: ['ignore', log, log],
    });
    started.once('exit', (code, signal) => {
      if (child === started && ready && ending === 'never') diedAlone.push(`${name} ended by itself: ${signal ?? code}`);
      if (child === started && ending === 'in order' && code !== 0)
        diedAlone.push(`${name} was told to stop, and ended with ${signal ?? code}`);
      if (child === started) ready = false;
    });
    return started;
  };

  const bringUp = async (): Promise<void> => {
    ending = 'never';
    const deadline = performance.now() + startDeadlineMs;
    child = spawned();
    while (performance.now() < deadline) {
      // A database that is away just now ends the start; whoever runs the service starts it again.
      if (hasEnded(child)) child = spawned();
      if (await answers(`${operatorUrl}/readyz`)) {
        ready = true;
        return;
      }
      await pause(40);
    }
    throw new Error(`${name} was not ready within ${startDeadlineMs / 1_000} s`);
  };

  const kill = async (): Promise<boolean> => {
    ending = 'killed';
    ready = false;
    if (!child || hasEnded(child)) return false;
    await endProcess(child, 'SIGKILL');
    return child.signalCode === 'SIGKILL';
  };

  return {
    name,
    publicUrl,
    operatorUrl,
    diedAlone,
    startedAt,
    cell,
    isReady: () => ready,
    start() {
      starting = bringUp();
      starting.catch(() => {});
      return starting;
    },
    untilReady: () => starting,
    hasEnded: () => child === null || hasEnded(child),
    signal(signal) {
      if (signal === 'SIGTERM') ending = 'in order';
      child?.kill(signal);
    },
    turnClock(ms) {
      writeFileSync(clockFile, String(ms));
      child?.kill('SIGUSR2');
    },
    kill,
    async end() {
      isOver = true;
      await kill();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 2_000, reset: true });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
