import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../../src/contract/generated/operator.ts';
import { isAlive } from '../../../tools/embedded/is-alive.ts';
import { stopAbandonedPostgres } from '../../../tools/embedded/postgres.ts';
import { removeData } from '../../../tools/embedded/remove-data.ts';
import type { Sandbox } from '../../clients/started.ts';
import { UsageError } from '../../parts/usage-error.ts';
import { dropDatabase } from './own-database.ts';
import { pidOf, runsSandbox } from './run-sandbox.ts';
import { folderOf, writeRouterMap } from './sandbox.ts';

/** Stops a sandbox and removes everything of it. Begun again after it was stopped, it removes the rest. */
export async function removeSandbox(sandbox: Sandbox): Promise<void> {
  const time = await ask(sandbox, patienceMs);
  const pid = pidOf(sandbox.name);
  if (pid !== null && time === 'silent' && isAlive(pid))
    throw new UsageError(
      `The sandbox ${sandbox.name} does not answer, and its process ${pid} runs. Nothing was removed. Try again, or end the process first.`,
    );
  // One that is starting does not answer yet.
  if (pid !== null && time !== 'silent' && runsSandbox(pid, sandbox.name)) await stop(pid);
  else if (time !== null && time !== 'silent')
    throw new UsageError(`The sandbox ${sandbox.name} runs in a process that is not known here. Nothing was removed. End it first.`);
  await stopAbandonedPostgres(folderOf(sandbox.name));
  if (sandbox.databaseUrl !== null) await dropDatabase(sandbox.databaseUrl, sandbox.name);
  await removeData(folderOf(sandbox.name));
  writeRouterMap();
}

export interface SandboxState {
  /** Is the time that the sandbox goes by, or null if it does not answer. */
  readonly time: string | null;
  readonly runs: boolean;
  /** Is the number of the process that ran it last, or null if none has. */
  readonly pid: number | null;
}

export async function stateOf(sandbox: Sandbox): Promise<SandboxState> {
  const time = await ask(sandbox, listPatienceMs);
  const pid = pidOf(sandbox.name);
  if (time !== 'silent' && time !== null) return { time, runs: true, pid };
  return { time: null, runs: pid !== null && runsSandbox(pid, sandbox.name), pid };
}

/** Returns the sandbox's time, or null if it does not run. Only the sandbox itself takes its token. */
async function ask({ operatorUrl, operatorToken }: Sandbox, withinMs: number): Promise<string | 'silent' | null> {
  try {
    const answer = await fetch(`${operatorUrl}/api/v1/operator/clock`, {
      headers: { authorization: `Bearer ${operatorToken}` },
      signal: AbortSignal.timeout(withinMs),
    });
    const reply = (await answer.json()) as components['schemas']['ClockReply'];
    // It is overloaded, or without its database.
    if (answer.status === 503) return 'silent';
    return answer.ok ? reply.clock.now : null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : null;
  }
}

/** A busy machine may take its time. What listens there may also be another program, which never answers. */
const patienceMs = 15_000;

/** A person waits for the list, and whoever reads that one does not answer may ask again. */
const listPatienceMs = 3_000;

/** Ends the process, and resolves when it is gone. It has `SHUTDOWN_GRACE_SECONDS` for what is under way. */
async function stop(pid: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; ; signal = 0) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    await delay(50);
  }
}
