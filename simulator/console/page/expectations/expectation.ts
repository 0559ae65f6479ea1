import type { Received } from '../deliveries/delivery.ts';
import { plural, shortId, span } from '../frame/format.ts';
import { post, Refused, type Schemas } from '../link/api.ts';
import { literal } from '../take-along/literal.ts';
import type { DeliveryRow } from '../timeline/rows.ts';

/** An expectation of past or future events. It is kept in this browser, so that it can be checked against the next run. */
export type Expectation = { readonly id: string } & Expected;

export type Expected =
  | { readonly kind: 'delivery' | 'no-delivery'; readonly expected: ExpectedDelivery }
  | { readonly kind: 'states'; readonly expected: { readonly call: string; readonly states: readonly string[] } };

export type ExpectedDelivery = Schemas['ExpectedDelivery'];

/** The result of checking an expectation. */
export interface Result {
  readonly isMet: boolean;
  readonly says: string;
}

/** Asks the simulator to check an expectation. Throws if that fails. */
export async function check({ kind, expected }: Expected): Promise<Result> {
  try {
    switch (kind) {
      case 'delivery': {
        const { delivery } = await post<{ delivery: Schemas['MetDelivery'] }>('/expectations/delivery', expected);
        return { isMet: true, says: `Attempt ${delivery.attempt} to ${delivery.receiver}. ${delivery.explanation}` };
      }
      case 'no-delivery':
        await post('/expectations/no-delivery', expected);
        return { isMet: true, says: 'None has come.' };
      case 'states':
        await post('/expectations/states', expected);
        return { isMet: true, says: 'So it went.' };
    }
  } catch (error) {
    if (error instanceof Refused && error.code === 'expectation_failed') return { isMet: false, says: error.message };
    throw error;
  }
}

/** Returns a delivery as an expectation: its event, its outcome, its signature, and its number of attempts. */
export function expectedOf({ receiver, event, outcome, attempts }: DeliveryRow, received: Received | undefined): Expected {
  return {
    kind: 'delivery',
    expected: {
      receiver,
      ...(event !== null && { event }),
      ...(outcome !== null && { where: { 'data.outcome': outcome } }),
      attempts: attempts.length,
      ...(received && { signature: received.verdict.signature.reason }),
    },
  };
}

/** Returns a title such as `call.completed comes to demo`. */
export function titleOf({ kind, expected }: Expected): string {
  if (kind === 'states') return `${shortId(expected.call)} goes its way`;
  const what = expected.event ?? 'A webhook';
  return `${what} ${kind === 'delivery' ? 'comes' : 'does not come'}${expected.receiver === undefined ? '' : ` to ${expected.receiver}`}`;
}

export function conditionsOf({ kind, expected }: Expected): readonly string[] {
  if (kind === 'states') return [expected.states.join(', ')];
  return [
    ...Object.entries(expected.where ?? {}).map(
      ([path, value]) => `${path} is ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...(expected.attempts === undefined ? [] : [plural(expected.attempts, 'attempt')]),
    ...(expected.signature === undefined ? [] : [`signature ${expected.signature.replaceAll('_', ' ')}`]),
    ...(expected.within === undefined ? [] : [`within ${span(expected.within)}`]),
  ];
}

/** Returns the expectation as a line of a test. */
export function lineOf({ kind, expected }: Expected): string {
  if (kind === 'states') return `await simulator.expectStates(${literal(expected.call)}, ${literal(expected.states)});`;
  return `await simulator.${kind === 'delivery' ? 'expectDelivery' : 'expectNoDelivery'}(${literal(expected)});`;
}
