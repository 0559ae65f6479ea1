import { readdirSync, readFileSync } from 'node:fs';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { answer, killAfterMs, letGo, startChild } from '../stage/child.ts';
import type { Done, Place, Task } from './contender.ts';

/** A contender in its own process, as the parent drives it. */
export interface ContenderProcess {
  readonly pid: number;
  perform(task: Task): Promise<Done>;
  close(): Promise<void>;
}

export async function startContender(name: string, place: Place, execArgv: readonly string[] = []): Promise<ContenderProcess> {
  const child = startChild(new URL(`./${name}.ts`, import.meta.url), execArgv);
  const opened = answer(child);
  child.send({ open: place });
  await opened;
  return {
    pid: child.pid ?? 0,
    async perform(task) {
      const done = answer<{ done: Done }>(child);
      child.send({ task });
      return (await done).done;
    },
    close: () => endProcess(child, () => child.send({ close: true }), killAfterMs),
  };
}

export interface ReceiverProcess {
  readonly ports: readonly number[];
  readonly pid: number;
  /** Returns the time of the first byte of each of these. */
  firstByteAt(first: number, count: number): Promise<Float64Array>;
  close(): void;
}

export async function startReceiver(): Promise<ReceiverProcess> {
  const child = startChild(new URL('./receiver.ts', import.meta.url));
  const { ports } = await answer<{ ports: readonly number[] }>(child);
  return {
    ports,
    pid: child.pid ?? 0,
    firstByteAt(first, count) {
      const told = answer<Float64Array>(child);
      child.send({ first, count });
      return told;
    },
    close: () => letGo(child),
  };
}

/** Returns the CPU seconds of a process and all its descendants. Those that ended count through their parents. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const stats = allStats();
  const ticks = familyIn(stats, pid).reduce((sum, member) => sum + (stats.get(member)?.ticks ?? 0), 0);
  return ticks / ticksPerSecond;
}

/** Returns a process and all its descendants, parents before their children. Linux only. */
export const processFamily = (pid: number): readonly number[] => familyIn(allStats(), pid);

function familyIn(stats: ReadonlyMap<number, Stat>, pid: number): readonly number[] {
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [child, { parent }] of stats) if (family.has(parent)) family.add(child);
  }
  return [...family];
}

const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

function allStats(): ReadonlyMap<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The name of the program, which may hold any character, ends with the last parenthesis.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
      stats.set(Number(name), {
        parent: Number(fields[1]),
        ticks: (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0),
      });
    } catch {
      // The process has ended between the listing and the read.
    }
  }
  return stats;
}
