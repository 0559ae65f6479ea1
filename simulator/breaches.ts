import { readFileSync } from 'node:fs';
import { type Contract, compileContract } from '../src/contract/compile.ts';
import { parseJson } from './json.ts';
import { explain, type ReceivedDelivery } from './receivers/receivers.ts';
import type { Timeline } from './timeline.ts';

/**
 * Where the service broke its own documents. Every webhook is judged when it comes, every answer to a callback when it is
 * there; what does not hold is remembered for `verify`.
 */
export interface Breaches {
  readonly checked: number;
  /** The newest, oldest first. */
  readonly found: readonly Breach[];
  webhook(receiver: string, delivery: ReceivedDelivery, entry: number): void;
  callbackAnswered(url: string, status: number, body: string, entry: number): void;
  clear(): void;
}

export interface Breach {
  /** The timeline entry of what broke it. */
  readonly entry: number;
  readonly message: string;
}

const kept = 1_000;

export function newBreaches(timeline: Timeline): Breaches {
  let checked = 0;
  let found: Breach[] = [];
  const add = (entry: number, message: string): void => {
    timeline.add('breach', { causedBy: entry, message });
    found.push({ entry, message });
    if (found.length > kept) found.shift();
  };
  return {
    get checked() {
      return checked;
    },
    get found() {
      return found;
    },
    webhook(receiver, delivery, entry) {
      // Something else altogether, a provider's callback for instance, was never to keep this contract.
      if (delivery.deliveryId === null && delivery.verdict.contract.event === null) return;
      checked += 1;
      const { signature, contract, sameBytes } = delivery.verdict;
      const isKept = contract.problems.length === 0 && sameBytes && (signature.reason === 'valid' || signature.reason === 'not_checked');
      if (!isKept) add(entry, `the webhook to ${receiver}: ${explain(delivery.verdict)}`);
    },
    callbackAnswered(url, status, body, entry) {
      const { pathname } = new URL(url);
      const route = pathname.startsWith('/callbacks/') ? callbacksContract().route('POST', pathname) : null;
      if (route?.kind !== 'operation') return;
      checked += 1;
      const [problem] = callbacksContract().responseProblems(route.operation.id, status, body === '' ? null : (parseJson(body) ?? body));
      if (problem) add(entry, `the answer ${status} to ${pathname}: ${problem.path || 'it'} ${problem.message}`);
    },
    clear() {
      checked = 0;
      found = [];
    },
  };
}

let compiled: Contract | undefined;

function callbacksContract(): Contract {
  compiled ??= compileContract(JSON.parse(readFileSync(new URL('../src/contract/generated/callbacks.json', import.meta.url), 'utf8')));
  return compiled;
}
