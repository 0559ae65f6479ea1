import type { Contract } from '../src/contract/compile.ts';
import { callbacksContract, publicContract } from '../src/contract/documents.ts';
import type { Proper } from './answers/give.ts';
import { parseJson } from './json.ts';
import type { SessionLimits } from './limits.ts';
import { explain, type ReceivedDelivery } from './receivers/delivery.ts';
import type { Timeline } from './timeline.ts';

/**
 * Finds breaches of the service's own documents. Every webhook is judged when it arrives, and every answer to a
 * callback when it is complete. Breaches are kept for `verify`.
 */
export interface Breaches {
  readonly checked: number;
  /** Holds the newest breaches, oldest first. */
  readonly found: readonly Breach[];
  webhook(receiver: string, delivery: ReceivedDelivery, entry: number): void;
  callbackAnswered(url: string, status: number, body: string, entry: number): void;
  publicAnswered(method: string, path: string, answer: Proper, entry: number): void;
  clear(): void;
}

export interface Breach {
  /** Is the timeline entry that broke the document. */
  readonly entry: number;
  readonly message: string;
}

export function newBreaches(timeline: Timeline, { breaches: kept }: Pick<SessionLimits, 'breaches'>): Breaches {
  let checked = 0;
  let found: Breach[] = [];
  const add = (entry: number, message: string): void => {
    timeline.add('breach', { causedBy: entry, message });
    found.push({ entry, message });
    if (found.length > kept) found.shift();
  };
  const answered = (contract: Contract, { method, path, status, body, entry }: Answered): void => {
    const route = contract.route(method, path);
    if (route.kind !== 'operation') return;
    checked += 1;
    const [problem] = contract.responseProblems(route.operation.id, status, body === '' ? null : (parseJson(body) ?? body));
    if (problem) add(entry, `the answer ${status} to ${method} ${path}: ${problem.path || 'it'} ${problem.message}`);
  };
  return {
    get checked() {
      return checked;
    },
    get found() {
      return found;
    },
    webhook(receiver, delivery, entry) {
      // A request of another kind, such as a provider's callback, is not subject to this contract.
      if (delivery.deliveryId === null && delivery.verdict.contract.event === null) return;
      checked += 1;
      if (delivery.verdict.result === 'invalid') add(entry, `the webhook to ${receiver}: ${explain(delivery.verdict)}`);
    },
    callbackAnswered(url, status, body, entry) {
      const { pathname } = new URL(url);
      if (pathname.startsWith('/callbacks/')) answered(callbacksContract(), { method: 'POST', path: pathname, status, body, entry });
    },
    publicAnswered(method, path, { status, headers, body }, entry) {
      // A body that is not JSON is a recording or a page, of which the document only states the type.
      if (body.length > 0 && headers['content-type']?.includes('json') !== true) return;
      answered(publicContract(), { method, path: path.split('?')[0] ?? path, status, body: body.toString('utf8'), entry });
    },
    clear() {
      checked = 0;
      found = [];
    },
  };
}

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
  readonly entry: number;
}
