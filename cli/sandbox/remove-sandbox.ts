import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../src/contract/generated/operator.ts';
import { stopAbandonedPostgres } from '../../tools/embedded/postgres.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { UsageError } from '../usage-error.ts';
import { dropDatabase } from './own-database.ts';
import { pidFile } from './run-sandbox.ts';
import { folderOf, type Sandbox, writeRouterMap } from './sandbox.ts';

/**
 * Stops a sandbox and removes everything of it. Begun again after it was stopped, it removes the rest. Throws where the sandbox does not
 * answer `withinMs`, because what it is writing would come back.
 */
export async function removeSandbox(sandbox: Sandbox, withinMs = 30_000): Promise<void> {
  if (await isRunning(sandbox, withinMs)) await stop(pidOf(sandbox));
  await stopAbandonedPostgres(folderOf(sandbox.name));
  if (sandbox.databaseUrl !== null) await dropDatabase(sandbox.databaseUrl, sandbox.name);
  await removeData(folderOf(sandbox.name));
  writeRouterMap();
}

async function isRunning(sandbox: Sandbox, withinMs: number): Promise<boolean> {
  try {
    return (await askTime(sandbox, withinMs)) !== null;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) return false;
    const { name, operatorUrl } = sandbox;
    throw new UsageError(`The sandbox ${name} does not answer at ${operatorUrl}: end its process first (${pidOf(sandbox)}), or try again.`);
  }
}

const pidOf = ({ name }: Sandbox): number => Number(readFileSync(pidFile(name), 'utf8'));

/** Returns the time that the sandbox goes by, or null if it does not run, or does not say within three seconds. */
export const timeOf = (sandbox: Sandbox): Promise<string | null> => askTime(sandbox, 3_000).catch(() => null);

/** Returns null where another program answers: only the sandbox itself takes its token. */
async function askTime({ operatorUrl, operatorToken }: Sandbox, withinMs: number): Promise<string | null> {
  const answer = await fetch(`${operatorUrl}/api/v1/operator/clock`, {
    headers: { authorization: `Bearer ${operatorToken}` },
    signal: AbortSignal.timeout(withinMs),
  });
  if (!answer.ok) return null;
  const { clock } = (await answer.json()) as components['schemas']['ClockReply'];
  return clock.now;
}

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
