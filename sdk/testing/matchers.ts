import { AssertionError } from 'node:assert';
import type { DeliveryRequest, VerifiedDelivery, VerifyResult } from '../webhooks/types.ts';
import { verify } from '../webhooks/verify.ts';

/**
 * `@ringpost/testing/matchers`: is this request, headers and raw body, a delivery that was signed with this secret, and of this event?
 * `expect.extend(ringpostMatchers)` makes a matcher of Vitest or Jest; their types take `RingpostMatchers`.
 */
export const ringpostMatchers = {
  toBeSignedDelivery(request: DeliveryRequest, secret: string, event?: string): { pass: boolean; message(): string } {
    const problem = problemOf(verify(request, { secret }), event);
    return { pass: problem === null, message: () => problem ?? 'The request is such a delivery.' };
  },
};

export interface RingpostMatchers<Result = unknown> {
  toBeSignedDelivery(secret: string, event?: string): Result;
}

/** The same for `node:test` and every other runner. Returns the delivery. */
export function assertSignedDelivery(request: DeliveryRequest, secret: string, event?: string): VerifiedDelivery {
  const result = verify(request, { secret });
  const problem = problemOf(result, event);
  if (!result.ok || problem !== null) throw new AssertionError({ message: problem ?? '', stackStartFn: assertSignedDelivery });
  return result;
}

function problemOf(result: VerifyResult, event: string | undefined): string | null {
  if (!result.ok) return `${result.reason}: ${result.hint}`;
  return event === undefined || result.event.event === event ? null : `It is ${result.event.event}, and not ${event}.`;
}
