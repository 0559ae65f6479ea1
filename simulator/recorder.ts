import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { isObject, type Json, objectAt, parseJson, textAt } from './json.ts';
import { newRecording, type Recording } from './recording.ts';
import { type Listening, listen } from './server.ts';
import { endToEnd } from './service-proxy.ts';
import { serverIn } from './strict-account.ts';

/**
 * Stands between a service and the real voice provider, and writes a scenario file of each call. The service's requests under `/vapi` go to
 * the provider, but callbacks are asked for at this address; they are passed on to the service's own with the same bytes and headers, so that
 * their signatures stay valid.
 */
export interface Recorder {
  readonly url: string;
  stop(): Promise<void>;
}

export interface RecorderOptions {
  readonly host: string;
  readonly port: number;
  /** Is the provider's address, such as `https://api.vapi.ai`. */
  readonly provider: string;
  /** Is where the provider reaches this recorder. Null: where it listens. */
  readonly publicUrl: string | null;
  readonly folder: string;
  readonly now: () => Date;
  /** Hears of each file. */
  readonly written: (file: string) => void;
}

/** The provider waits 20 s for the answer to a callback. */
const patienceMs = 30_000;

export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { host, port, provider, folder, now, written } = options;
  mkdirSync(folder, { recursive: true });
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const calls = new Map<string, { readonly url: string; readonly recording: Recording }>();

  const pass = async (url: string, message: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const { method = 'GET' } = message;
    const sent = { method, dispatcher: agent, headers: endToEnd(message.headers), ...(body.length > 0 && { body }) };
    try {
      const answer = await request(url, sent);
      response.writeHead(answer.statusCode, endToEnd(answer.headers)).end(Buffer.from(await answer.body.arrayBuffer()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message: `${url} did not answer: ${reason}` }));
    }
  };

  const withOwnCallbacks = (body: Buffer): Buffer => {
    const asked = parseJson(body.toString());
    const url = textAt(serverIn(isObject(asked) ? asked : {}), 'url');
    if (!isObject(asked) || url === null) return body;
    const id = randomUUID();
    calls.set(id, { url, recording: newRecording(now()) });
    return Buffer.from(JSON.stringify(withServerUrl(asked, `${options.publicUrl ?? listening.url}/callbacks/${id}`)));
  };

  const listening: Listening = await listen({
    host,
    port,
    async connect(message, response, body) {
      const path = message.url ?? '/';
      const found = calls.get(path.replace('/callbacks/', ''));
      if (found) {
        const file = found.recording.take(parseJson(body.toString()), now());
        await pass(found.url, message, response, body);
        if (file === null) return;
        const target = join(folder, file.name);
        writeFileSync(target, file.text);
        written(target);
      } else if (path.startsWith('/vapi/')) {
        const isPlacement = message.method === 'POST' && path === '/vapi/call';
        await pass(provider + path.slice('/vapi'.length), message, response, isPlacement ? withOwnCallbacks(body) : body);
      } else response.writeHead(404).end();
    },
  });
  return {
    url: listening.url,
    stop: async () => void (await Promise.all([listening.close(), agent.destroy()])),
  };
}

/** Returns the request with another address of its callbacks, wherever it names one. */
function withServerUrl(asked: Json, url: string): Json {
  const parts = ['assistantOverrides', 'assistant'].flatMap((name) => {
    const part = objectAt(asked, name);
    const server = objectAt(part, 'server');
    return server ? [[name, { ...part, server: { ...server, url } }] as const] : [];
  });
  return { ...asked, ...Object.fromEntries(parts) };
}
