import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '../stage/stage.ts';
import type { AtRest } from './report.ts';

/** The whole service with a database of its own, started for the second time, and left alone for a while. */
export async function measureAtRest(stage: Stage): Promise<AtRest> {
  const env = { RINGPOST_DATA_FOLDER: await mkdtemp(join(stage.folder, 'rest-')), DATABASE_URL: '' };
  const start = () => stage.start({ run: ['src/cli.ts', 'serve'], env });
  await (await start()).stop();
  const service = await start();
  await pause(restMs);
  const rest = { readyMs: service.readyMs, rssMB: rssMBOf(service.pid) };
  await service.stop();
  return rest;
}

const restMs = 5_000;

/** Linux only. */
export const rssMBOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1_000;
