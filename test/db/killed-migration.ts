import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { migrate } from '../../src/db/migrate.ts';

/**
 * Waits for its task, migrates, says each step, and is killed at the step that it is given: `0079_calls_ended_by_reconciler.sql applied`.
 * The task is a line of JSON, so that a process may be started before its turn.
 */
const [task] = await once(process.stdin, 'data');
const { url, folder, fatal }: { url: string; folder: string; fatal: string } = JSON.parse(String(task));

await migrate(url, {
  folder: pathToFileURL(`${folder}/`),
  async onStep({ migration, at }) {
    const step = `${migration} ${at}`;
    console.log(step);
    if (step === fatal) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit();
