import { Queue, Worker } from 'bullmq';
import { bodyOf } from './body.ts';
import { fail, serveContender } from './contender.ts';
import { gather } from './gather.ts';
import { openPost } from './post.ts';

/**
 * Runs BullMQ: jobs are added in bulk and kept with their result when they are done; Redis appends to its file and
 * syncs it every second.
 */
serveContender(async ({ receiverPorts, redisPort }, recorded) => {
  const { post, close } = openPost(receiverPorts);
  const connection = { host: '127.0.0.1', port: redisPort ?? 0 };
  const queue = new Queue<Data>('deliveries', { connection });
  const worker = new Worker<Data>(
    'deliveries',
    async (job) => ({ status: await post(job.data.number, job.id ?? '', job.data.body), at: Date.now() }),
    { connection, concurrency: 256 },
  );
  worker
    .on('completed', (job) => recorded(job.data.number))
    .on('failed', (_job, error) => fail(error))
    .on('error', fail);
  const add = gather<Data>((batch) => queue.addBulk(batch.map((data) => ({ name: 'deliver', data, opts: { attempts: 6 } }))));
  return {
    publish: (number) => add({ number, body: bodyOf(number) }),
    async close() {
      await worker.close();
      await queue.close();
      await close();
    },
  };
});

interface Data {
  readonly number: number;
  readonly body: string;
}
