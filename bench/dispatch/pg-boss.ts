import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { bodyOf } from './body.ts';
import { fail, serveContender } from './contender.ts';
import { gather } from './gather.ts';
import { openPost } from './post.ts';
import { openResults } from './results.ts';

/**
 * Runs pg-boss: jobs are inserted in bulk, fetched 200 at a time by two loops that poll every millisecond while jobs
 * are under way, and completed with one call a batch.
 */
serveContender(async ({ receiverPorts, databaseUrl }, recorded) => {
  const { post, close } = openPost(receiverPorts);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const results = await openResults(pool);
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10, supervise: false, schedule: false });
  boss.on('error', fail);
  await boss.start();
  await boss.createQueue(queue);
  const insert = gather<Data>((batch) => boss.insert(batch.map((data) => ({ name: queue, data, retryLimit: 5 }))));
  let isClosing = false;
  let underWay = 0;

  const work = async (): Promise<void> => {
    while (!isClosing) {
      if (underWay === 0) {
        await pause(1);
        continue;
      }
      const jobs = await boss.fetch<Data>(queue, { batchSize: 200 });
      if (jobs.length === 0) {
        await pause(1);
        continue;
      }
      const outcomes = await Promise.all(
        jobs.map(async ({ id, data }) => ({ id, number: data.number, status: await post(data.number, id, data.body) })),
      );
      await results(outcomes);
      await boss.complete(
        queue,
        outcomes.map(({ id }) => id),
      );
      underWay -= outcomes.length;
      for (const { number } of outcomes) recorded(number);
    }
  };
  const working = [work(), work()];
  return {
    publish(number) {
      underWay += 1;
      return insert({ number, body: bodyOf(number) });
    },
    async close() {
      isClosing = true;
      await Promise.all(working);
      await boss.stop({ graceful: false });
      await pool.end();
      await close();
    },
  };
});

const queue = 'deliveries';

interface Data {
  readonly number: number;
  readonly body: string;
}
