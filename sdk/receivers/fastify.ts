import type { Readable } from 'node:stream';
import { verify } from '../webhooks/verify.ts';
import { readRawBody } from './node-body.ts';
import { defaultMaxBodyBytes, type ReceiverOptions, receiver } from './receive.ts';

export { rememberedInMemory } from './seen-deliveries.ts';
export type * from './types.ts';

/** The used part of Fastify's types, so that users without Fastify need not install it. */
interface Instance {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: unknown, payload: Readable) => Promise<unknown>): unknown;
  route(route: { method: ['POST', 'PUT']; url: string; handler: (request: Request, reply: Reply) => Promise<unknown> }): unknown;
}

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

interface Reply {
  code(status: number): Reply;
  headers(values: Record<string, string>): Reply;
  send(body?: unknown): unknown;
}

/**
 * `@ringpost/sdk/webhooks/fastify`: a plugin with one route, which leaves the bodies of that route unparsed and does not
 * affect other routes. An error from `onDelivery` goes to Fastify's error handler.
 */
export function fastifyReceiver(options: ReceiverOptions & { readonly url: string }): (instance: Instance) => Promise<void> {
  const { url, maxBodyBytes = defaultMaxBodyBytes } = options;
  const receive = receiver(options, verify);
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', (_request, payload) => readRawBody(payload, maxBodyBytes));
    instance.route({
      method: ['POST', 'PUT'],
      url,
      async handler(request, reply) {
        // Fastify parses no body that has a length of 0.
        const { status, headers, body } = await receive(request.method, request.headers, request.body ?? new Uint8Array());
        return reply
          .code(status)
          .headers({ ...headers })
          .send(body ?? undefined);
      },
    });
  };
}
