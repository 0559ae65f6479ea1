import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { guarded } from './guard.ts';
import { isObject, type Json, objectAt, parseJson, textAt } from './json.ts';
import { newRecording, type Recording } from './recording.ts';
import { type Listening, listen } from './server.ts';
import { endToEnd } from './service-proxy.ts';
import { serverIn } from './strict-account.ts';

export interface RecorderOptions {
  readonly host: string;
  readonly port: number;
  /** Is the provider's address, such as `https://api.vapi.ai`. */
  readonly provider: string;
  /** Is where the provider reaches this recorder. Null: where it listens. */
  readonly publicUrl: string | null;
  /** Holds further names that it may be reached by, besides that of `publicUrl`, localhost and IP addresses. */
  readonly allowedHosts: readonly string[];
  readonly folder: string;
  readonly now: () => Date;
  readonly written: (file: string) => void;
}

/** The provider waits 20 s for the answer to a callback. */
const patienceMs = 30_000;
/** Callbacks of older calls are taken no more. */
const mostCalls = 1_000;

/** Starts a recorder. It listens when this resolves. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const recorder = new Recorder(options);
  await recorder.listen();
  return recorder;
}

/**
 * Stands between a service and the real voice provider, and writes a scenario file of each call. The service's requests under `/vapi` go to
 * the provider, but callbacks are asked for at this address; they are passed on to the service's own with the same bytes and headers, so that
 * their signatures stay valid.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  readonly #calls = new Map<string, { readonly url: string; readonly recording: Recording }>();
  #listening: Listening | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#listening?.url ?? '';
  }

  async listen(): Promise<void> {
    const { host, port, folder, allowedHosts, publicUrl } = this.#options;
    const names = [host, ...allowedHosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])];
    mkdirSync(folder, { recursive: true });
    this.#listening = await listen({ host, port, connect: guarded((...exchange) => this.#serve(...exchange), names) });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#listening?.close(), this.#agent.destroy()]);
  }

  async #serve(message: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { provider, folder, now, written } = this.#options;
    const path = message.url ?? '/';
    const found = this.#calls.get(path.replace('/callbacks/', ''));
    if (found) {
      const file = found.recording.take(parseJson(body.toString()), now());
      await this.#pass(found.url, message, response, body);
      if (file === null) return;
      writeFileSync(join(folder, file.name), file.text);
      written(join(folder, file.name));
    } else if (path.startsWith('/vapi/')) {
      const isPlacement = message.method === 'POST' && path === '/vapi/call';
      await this.#pass(provider + path.slice('/vapi'.length), message, response, isPlacement ? this.#withOwnCallbacks(body) : body);
    } else response.writeHead(404).end();
  }

  async #pass(url: string, message: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { method = 'GET' } = message;
    const sent = { method, dispatcher: this.#agent, headers: endToEnd(message.headers), ...(body.length > 0 && { body }) };
    try {
      const answer = await request(url, sent);
      response.writeHead(answer.statusCode, endToEnd(answer.headers)).end(Buffer.from(await answer.body.arrayBuffer()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message: `${url} did not answer: ${reason}` }));
    }
  }

  /** Returns the request of a placement with this recorder as the address of its callbacks, and begins the call's recording. */
  #withOwnCallbacks(body: Buffer): Buffer {
    const asked = parseJson(body.toString());
    const url = textAt(serverIn(isObject(asked) ? asked : {}), 'url');
    if (!isObject(asked) || url === null) return body;
    const id = randomUUID();
    this.#calls.set(id, { url, recording: newRecording(this.#options.now()) });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostCalls && oldest !== undefined) this.#calls.delete(oldest);
    return Buffer.from(JSON.stringify(withServerUrl(asked, `${this.#options.publicUrl ?? this.url}/callbacks/${id}`)));
  }
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
