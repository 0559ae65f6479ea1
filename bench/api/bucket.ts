import { createServer } from 'node:http';
import { openWork } from './work.ts';

/** `node:http` and one call to a bucket: what is left when the pipeline does nothing of its own. */
const work = await openWork();
const answer = '{}';

createServer((request, response) => {
  work.takeToken(request.headers.authorization).then(
    () => response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length }).end(answer),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
