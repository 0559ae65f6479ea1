import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { expressReceiver } from '../../sdk/receivers/express.ts';
import { fastifyReceiver } from '../../sdk/receivers/fastify.ts';
import { fetchReceiver } from '../../sdk/receivers/fetch.ts';
import { honoReceiver } from '../../sdk/receivers/hono.ts';
import { nodeReceiver } from '../../sdk/receivers/node.ts';
import type { ReceiverOptions } from '../../sdk/receivers/receive.ts';
import { listenFor } from './api.ts';

const over = async (t: TestContext, server: ReturnType<typeof createServer>): Promise<string> => {
  const { origin } = await listenFor(t, server);
  return `${origin}/hooks`;
};

const answers500: express.ErrorRequestHandler = (_error, _request, response, _next) => void response.status(500).end();

/** Each framework with the receiver of the package as its documentation says to use it. Starts it and returns its address. */
export const sdkReceivers: Readonly<Record<string, (t: TestContext, options: ReceiverOptions) => Promise<string>>> = {
  'Node http': (t, options) => over(t, createServer(nodeReceiver({ ...options, onError: () => {} }))),
  Express(t, options) {
    const app = express();
    app.all('/hooks', expressReceiver(options));
    app.use(express.json());
    app.use(answers500);
    return over(t, createServer(app));
  },
  'Express behind express.raw': (t, options) => {
    const app = express();
    app.use(express.raw({ type: '*/*', limit: '4mb' }));
    app.all('/hooks', expressReceiver(options));
    app.use(answers500);
    return over(t, createServer(app));
  },
  async Fastify(t, options) {
    const app = fastify();
    await app.register(fastifyReceiver({ url: '/hooks', ...options }));
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    t.after(() => app.close());
    return `${origin}/hooks`;
  },
  Hono(t, options) {
    const app = new Hono();
    app.on(['POST', 'PUT'], '/hooks', honoReceiver(options));
    app.onError((_error, context) => context.body(null, 500));
    return over(
      t,
      bridge(async (request) => app.fetch(request)),
    );
  },
  fetch: (t, options) => over(t, bridge(fetchReceiver(options))),
};

/** Serves a function of the Fetch API. */
const bridge = (respond: (request: Request) => Promise<Response>): ReturnType<typeof createServer> =>
  createServer((incoming, response) => {
    void bridged(incoming, response, respond).catch(() => response.destroy());
  });

async function bridged(
  incoming: IncomingMessage,
  response: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const body = Uint8Array.from(await buffer(incoming));
  const request = new Request(`http://receiver.test${url}`, { method, headers, ...(body.length > 0 && { body }) });
  const answer = await respond(request).catch(() => new Response(null, { status: 500 }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}
