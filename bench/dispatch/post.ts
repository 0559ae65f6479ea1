import type { KeyObject } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { sign, signingKey } from '../../src/dispatch/signature.ts';

/** Signs and posts a body, which `limit` and the job queues do for each delivery. */
export type Post = (number: number, deliveryId: string, body: string) => Promise<number>;

export function openPost(ports: readonly number[]): { post: Post; close(): Promise<void> } {
  const agent = new Agent({ connections: connectionsToEach, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 });
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const post: Post = (number, deliveryId, text) =>
    new Promise((fulfil, reject) => {
      const body = Buffer.from(text);
      const timestamp = Math.floor(Date.now() / 1_000);
      const headers = [
        'Content-Type',
        'application/json',
        'User-Agent',
        'Ringpost-Webhooks/1.0',
        'X-Webhook-Signature',
        sign(keyOf(number), timestamp, body),
        'X-Webhook-Timestamp',
        String(timestamp),
        'X-Webhook-Delivery-Id',
        deliveryId,
      ];
      agent.dispatch(
        { origin: origins[number % origins.length] ?? '', path: '/hook', method: 'POST', headers, body },
        new StatusReader(fulfil, reject),
      );
    });
  return { post, close: () => agent.destroy() };
}

/** Four origins with this many connections each saturate a process. */
const connectionsToEach = 16;

/** Returns 64 hex characters, as a signing secret has. */
const secretOf = (number: number): string => number.toString(16).padStart(64, 'a');
const keys = Array.from({ length: 1_000 }, (_, n) => signingKey(secretOf(n)));
const keyOf = (number: number): KeyObject => keys[number % keys.length] ?? signingKey(secretOf(number));

class StatusReader implements Dispatcher.DispatchHandler {
  readonly #fulfil: (status: number) => void;
  readonly #reject: (error: Error) => void;
  #status = 0;

  constructor(fulfil: (status: number) => void, reject: (error: Error) => void) {
    this.#fulfil = fulfil;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(): void {}

  onResponseEnd(): void {
    if (this.#status === 200) this.#fulfil(this.#status);
    else this.#reject(new Error(`the receiver answered ${this.#status}`));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
