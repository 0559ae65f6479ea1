import type { Task } from './contender.ts';
import { type Run, runOf } from './figures.ts';
import { type ContenderProcess, cpuSecondsOf, type ReceiverProcess } from './processes.ts';

/** The servers and counters for measuring a contender. */
export interface Stage {
  readonly receiver: ReceiverProcess;
  /** Is null without PostgreSQL. */
  readonly postgresPid: number | null;
  readonly redisPids: readonly number[];
  /** Counts the receiver's events, which all contenders share. */
  readonly numbers: { next: number };
}

export type TaskOf = Task extends infer K ? (K extends Task ? Omit<K, 'first'> : never) : never;

/** Runs a contender's task, and returns its figures and the CPU of all processes meanwhile. */
export async function measure(stage: Stage, contender: ContenderProcess, task: TaskOf): Promise<Run> {
  const first = stage.numbers.next;
  const before = cpuNow(stage, contender.pid);
  const done = await contender.perform({ ...task, first });
  const after = cpuNow(stage, contender.pid);
  stage.numbers.next = first + done.count;
  const firstByteAt = await stage.receiver.firstByteAt(first, done.count);
  const missing = firstByteAt.filter((at) => at === 0).length;
  if (missing > 0) throw new Error(`${missing} of ${done.count} were recorded and never received`);
  return runOf(done, firstByteAt, {
    service: after.service - before.service,
    postgres: after.postgres - before.postgres,
    redis: after.redis - before.redis,
    receiver: after.receiver - before.receiver,
  });
}

const cpuNow = (stage: Stage, pid: number) => ({
  service: cpuSecondsOf(pid),
  postgres: stage.postgresPid === null ? 0 : cpuSecondsOf(stage.postgresPid),
  redis: stage.redisPids.reduce((sum, redis) => sum + cpuSecondsOf(redis), 0),
  receiver: cpuSecondsOf(stage.receiver.pid),
});
