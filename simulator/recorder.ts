import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { messageOf } from '../src/process/reason-of.ts';
import { guarded } from './guard.ts';
import { isObject, type Json, objectAt, parseJson, textAt } from './json.ts';
import { keepNewest } from './keep-newest.ts';
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

interface RecordedCall {
  /** Is the service's own address for the callbacks. */
  readonly url: string;
  readonly recording: Recording;
}

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
  /** Holds the calls that the provider took. */
  readonly #calls = new Map<string, RecordedCall>();
  /** Holds the calls that it has not answered for: some are dialled all the same. Anybody can ask for one, so they push out only each other. */
  readonly #asked = new Map<string, RecordedCall>();
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
    const { provider, now } = this.#options;
    const path = message.url ?? '/';
    const id = path.replace('/callbacks/', '');
    const found = this.#calls.get(id) ?? this.#asked.get(id);
    if (found) {
      const file = found.recording.take(parseJson(body.toString()), now());
      await this.#pass(found.url, message, response, body);
      if (file !== null) this.#write(file);
    } else if (path.startsWith('/vapi/')) {
      const url = provider + path.slice('/vapi'.length);
      if (message.method === 'POST' && path === '/vapi/call') await this.#place(url, message, response, body);
      else await this.#pass(url, message, response, body);
    } else response.writeHead(404).end();
  }

  #write({ name, text }: { readonly name: string; readonly text: string }): void {
    const path = join(this.#options.folder, name);
    try {
      writeFileSync(path, text);
      this.#options.written(path);
    } catch (error) {
      console.error(`Not written: ${path}: ${messageOf(error)}`);
    }
  }

  /** Asks for the call with this recorder as the address of its callbacks, and begins its recording. */
  async #place(url: string, message: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const asked = parseJson(body.toString());
    const callbacks = textAt(serverIn(isObject(asked) ? asked : {}), 'url');
    if (!isObject(asked) || callbacks === null) return void (await this.#pass(url, message, response, body));
    const id = randomUUID();
    const call = { url: callbacks, recording: newRecording(this.#options.now()) };
    keepNewest(this.#asked.set(id, call), mostCalls);
    const ownUrl = `${this.#options.publicUrl ?? this.url}/callbacks/${id}`;
    const status = await this.#pass(url, message, response, Buffer.from(JSON.stringify(withServerUrl(asked, ownUrl))));
    if (status === null || status >= 500) return;
    this.#asked.delete(id);
    if (status < 300) keepNewest(this.#calls.set(id, call), mostCalls);
  }

  /** Returns the status of the answer, or null if there was none. */
  async #pass(url: string, message: IncomingMessage, response: ServerResponse, body: Buffer): Promise<number | null> {
    const { method = 'GET' } = message;
    const sent = { method, dispatcher: this.#agent, headers: endToEnd(message.headers), ...(body.length > 0 && { body }) };
    try {
      const answer = await request(url, sent);
      response.writeHead(answer.statusCode, endToEnd(answer.headers)).end(Buffer.from(await answer.body.arrayBuffer()));
      return answer.statusCode;
    } catch (error) {
      const reason = messageOf(error);
      response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message: `${url} did not answer: ${reason}` }));
      return null;
    }
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
