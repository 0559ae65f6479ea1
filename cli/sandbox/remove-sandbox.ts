import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../src/contract/generated/operator.ts';
import { isAlive } from '../../tools/embedded/is-alive.ts';
import { stopAbandonedPostgres } from '../../tools/embedded/postgres.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { UsageError } from '../usage-error.ts';
import { dropDatabase } from './own-database.ts';
import { pidOf, runsSandbox } from './run-sandbox.ts';
import { folderOf, type Sandbox, writeRouterMap } from './sandbox.ts';

/** Stops a sandbox and removes everything of it. Begun again after it was stopped, it removes the rest. */
export async function removeSandbox(sandbox: Sandbox): Promise<void> {
  const time = await ask(sandbox);
  const pid = pidOf(sandbox.name);
  if (pid !== null && time === 'silent' && isAlive(pid))
    throw new UsageError(
      `The sandbox ${sandbox.name} does not answer, and its process ${pid} runs. Nothing was removed. Try again, or end the process first.`,
    );
  // One that is starting does not answer yet.
  if (pid !== null && (time === null ? runsSandbox(pid, sandbox.name) : time !== 'silent')) await stop(pid);
  await stopAbandonedPostgres(folderOf(sandbox.name));
  if (sandbox.databaseUrl !== null) await dropDatabase(sandbox.databaseUrl, sandbox.name);
  await removeData(folderOf(sandbox.name));
  writeRouterMap();
}

/** Returns the time that the sandbox goes by, or null if it does not answer, and whether its process runs. */
export async function stateOf(sandbox: Sandbox): Promise<{ readonly time: string | null; readonly runs: boolean }> {
  const time = await ask(sandbox);
  if (time !== 'silent' && time !== null) return { time, runs: true };
  const pid = pidOf(sandbox.name);
  return { time: null, runs: pid !== null && runsSandbox(pid, sandbox.name) };
}

/** Returns the sandbox's time, or null if it does not run. Only the sandbox itself takes its token. */
async function ask({ operatorUrl, operatorToken }: Sandbox): Promise<string | 'silent' | null> {
  try {
    const answer = await fetch(`${operatorUrl}/api/v1/operator/clock`, {
      headers: { authorization: `Bearer ${operatorToken}` },
      signal: AbortSignal.timeout(patienceMs),
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
