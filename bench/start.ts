import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { machine } from '../tools/load/machine.ts';
import { median } from './dispatch/figures.ts';
import { cpuSecondsOf } from './dispatch/processes.ts';
import { publish } from './report/publish.ts';
import type { Report } from './report/report.ts';
import { benchOptions } from './stage/bench-options.ts';
import { onStage, type Stage } from './stage/stage.ts';

/**
 * `npm run bench:start` measures how long the whole service takes until it answers, on an existing embedded database,
 * and its memory after a quiet time. It starts from the sources (which `npm start` translates as it loads them) and,
 * after `npm run build`, from the built package.
 */
const options = benchOptions('start', { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } });
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7));
const restMs = 5_000;

interface Start {
  readonly readyMs: number;
  /** Is the CPU of the process and of the database and the Redis that it starts, until then. */
  readonly cpuMs: number;
  readonly rssMB: number;
}

async function bench(stage: Stage): Promise<void> {
  const begunOn = machine();
  const starts = new Map<string, Start[]>();
  const folders = new Map<string, string>();
  for (const name of Object.keys(programs).filter(isThere)) {
    const folder = await mkdtemp(join(stage.folder, 'start-'));
    folders.set(name, folder);
    starts.set(name, []);
    // The first start makes the database, and warms the files up.
    await startOnce(stage, programs[name] ?? '', folder);
  }
  for (let round = 1; round <= rounds; round++)
    for (const [name, folder] of folders) {
      const start = await startOnce(stage, programs[name] ?? '', folder);
      starts.get(name)?.push(start);
      console.log(`round ${round}  ${name.padEnd(14)}${row(start).slice(0, 3).join('  ')}`);
    }
  await publish(reportOf(begunOn, starts));
}

const programs: Readonly<Record<string, string>> = { sources: 'cli/ringpost.ts', package: 'dist/cli/ringpost.js' };

function isThere(name: string): boolean {
  const found = existsSync(join(import.meta.dirname, '..', programs[name] ?? ''));
  if (!found) console.log(`${programs[name]} is not there, so the ${name} is not measured: npm run build makes it.`);
  return found;
}

async function startOnce(stage: Stage, program: string, folder: string): Promise<Start> {
  const service = await stage.start({
    run: [program, 'serve'],
    env: { RINGPOST_DATA_FOLDER: folder, DATABASE_URL: '', REDIS_URL: '' },
  });
  const cpuMs = cpuSecondsOf(service.pid) * 1_000;
  await pause(restMs);
  const start = { readyMs: service.readyMs, cpuMs, rssMB: rssMBOf(service.pid) };
  await service.stop();
  return start;
}

/** Returns the resident memory, on Linux only. */
const rssMBOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1_000;

const row = ({ readyMs, cpuMs, rssMB }: Start): readonly string[] => [
  `${(readyMs / 1_000).toFixed(2)} s`,
  `${(cpuMs / 1_000).toFixed(2)} s`,
  `${rssMB.toFixed(0)} MB`,
];

function reportOf(begunOn: string, starts: ReadonlyMap<string, readonly Start[]>): Report {
  const middles = [...starts].map(([name, each]) => {
    const middle = (of: keyof Start): number => median(each.map((start) => start[of]));
    return [name, { readyMs: middle('readyMs'), cpuMs: middle('cpuMs'), rssMB: middle('rssMB') }] as const;
  });
  return {
    name: 'start',
    title: 'Start and rest',
    at: new Date().toISOString(),
    machine: begunOn,
    setting: `The whole service on an embedded database and a Redis of its own, ${rounds} starts in turns, ${restMs / 1_000} s of rest each; medians.`,
    verdict: middles.map(
      ([name, { readyMs, rssMB }]) => `${name}: ready after ${(readyMs / 1_000).toFixed(2)} s, ${rssMB.toFixed(0)} MB at rest`,
    ),
    figures: Object.fromEntries(
      middles.flatMap(([name, { readyMs, rssMB }]) => [
        [`start to ready, ${name}, s`, readyMs / 1_000],
        [`idle memory, ${name}, MB`, rssMB],
      ]),
    ),
    sections: [
      {
        title: 'From start to ready, and at rest',
        table: [['', 'ready after', 'CPU until then', 'memory at rest'], ...middles.map(([name, middle]) => [name, ...row(middle)])],
      },
    ],
  };
}

await onStage(bench);
