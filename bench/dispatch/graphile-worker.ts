import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { bodyOf } from './body.ts';
import { fail, serveContender } from './contender.ts';
import { gather } from './gather.ts';
import { openPost } from './post.ts';
import { openResults, type Result } from './results.ts';

/** Runs graphile-worker with batching: a local queue, completions in batches, jobs added in bulk, the results in batches. */
serveContender(async ({ receiverPorts, databaseUrl }, recorded) => {
  const { post, close } = openPost(receiverPorts);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  // It complains about a pool without listeners.
  pool.on('error', fail).on('connect', (client) => client.on('error', fail));
  const write = await openResults(pool);
  const record = gather<Result>(write);
  const runner = await run({
    pgPool: pool,
    concurrency: 256,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: {
      async deliver(payload, { job }) {
        const { number, body } = payload as Data;
        await record({ id: job.id, status: await post(number, job.id, body) });
        recorded(number);
      },
    },
  });
  runner.events.on('job:error', ({ error }) => fail(error));
  const utils = await makeWorkerUtils({ pgPool: pool });
  const add = gather<Data>((batch) => utils.addJobs(batch.map((payload) => ({ identifier: 'deliver', payload, maxAttempts: 6 }))));
  return {
    publish: (number) => add({ number, body: bodyOf(number) }),
    async close() {
      await runner.stop();
      await utils.release();
      await pool.end();
      await close();
    },
  };
});

interface Data {
  readonly number: number;
  readonly body: string;
}
