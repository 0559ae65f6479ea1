import { createServer } from 'node:http';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';

/**
 * Answers with `node:http` and one call to a bucket, which leaves out the pipeline's own work. The tenant is read from
 * the key's text.
 */
const { redisUrl } = readConfig(process.env);
if (!redisUrl) throw new Error('The bucket needs the Redis that the service uses.');
const pacing = await redisPacing({ url: redisUrl, log: createLog('silent') });
const answer = '{}';

createServer((request, response) => {
  const owner = request.headers.authorization?.split('_')[3] ?? '';
  pacing.take({ owner, key: 'read', limit: 1_000_000 }, new Date()).then(
    () => response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length }).end(answer),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
