import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../src/contract/generated/operator.ts';
import { stopAbandonedPostgres } from '../../tools/embedded/postgres.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { dropDatabase } from './own-database.ts';
import { pidFile } from './run-sandbox.ts';
import { folderOf, type Sandbox, writeRouterMap } from './sandbox.ts';

/** Stops a sandbox and removes everything of it. Begun again after it was stopped, it removes the rest. */
export async function removeSandbox(sandbox: Sandbox): Promise<void> {
  if ((await timeOf(sandbox)) !== null) await stop(Number(readFileSync(pidFile(sandbox.name), 'utf8')));
  await stopAbandonedPostgres(folderOf(sandbox.name));
  if (sandbox.databaseUrl !== null) await dropDatabase(sandbox.databaseUrl, sandbox.name);
  await removeData(folderOf(sandbox.name));
  writeRouterMap();
}

/** Returns the time that the sandbox goes by, or null if it does not run. Only the sandbox itself takes its token. */
export async function timeOf({ operatorUrl, operatorToken }: Sandbox): Promise<string | null> {
  try {
    const answer = await fetch(`${operatorUrl}/api/v1/operator/clock`, {
      headers: { authorization: `Bearer ${operatorToken}` },
      signal: AbortSignal.timeout(3_000),
    });
    const reply = (await answer.json()) as components['schemas']['ClockReply'];
    return answer.ok ? reply.clock.now : null;
  } catch {
    return null;
  }
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
