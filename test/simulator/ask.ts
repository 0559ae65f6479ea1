import { type IncomingMessage, request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { Simulator } from '../../simulator/simulator.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A request with headers of one's own, `Host` among them: `fetch` sets that by itself, a browser by the name that it was given. */
export function ask(
  { url }: Pick<Simulator, 'url'>,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<Answer> {
  const { protocol, port, host } = new URL(url);
  const to = { host: '127.0.0.1', port, method, path, headers: { host, ...headers }, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? requestOverTls : request)(to, async (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) }),
    );
    sent.once('error', reject).end(body);
  });
}

export async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += chunk;
  return text;
}
