import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openWork } from './work.ts';

/** Answers with the least effort: `node:http`, `JSON.parse`, the work, `JSON.stringify`. Nothing is checked. */
const work = await openWork();
const calls = '/api/v1/public/calls';

createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, {});
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  if (url === '/healthz') return send(response, 200, {});
  if (method === 'POST') return send(response, 201, await work.placeCall(headers.authorization, JSON.parse(await textOf(request))));
  const call = await work.readCall(headers.authorization, url.slice(calls.length + 1));
  send(response, call ? 200 : 404, call ?? {});
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}
