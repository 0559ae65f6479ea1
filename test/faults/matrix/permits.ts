import type { Ask, Dial } from './dials.ts';
import type { CallRecord, Finding } from './verdict.ts';

/** How many calls a tenant may have at once, and how many the service thought it had when all was over. */
export interface PermitRecord {
  readonly tenantId: string;
  readonly limit: number;
  /** Permits that were still taken after the drain. */
  readonly taken: number;
}

export interface PermitEvidence {
  readonly permits: readonly PermitRecord[];
  readonly dials: readonly Dial[];
  readonly asks: readonly Ask[];
  readonly calls: readonly CallRecord[];
}

/**
 * Judges the permits: each was given back, and no tenant ever had more telephones off the hook than it may have calls. The telephone
 * network says when a telephone rang and when its call ended. A call that was found after it had given its permit back is not counted:
 * the service lets the next one begin then, and hangs up the late one (D-31, D-33).
 */
export function permitFindings({ permits, dials, asks, calls }: PermitEvidence): readonly Finding[] {
  const gaveBack = new Set(calls.flatMap(({ id, hasExpired }) => (hasExpired ? [id] : [])));
  const tenantOf = new Map(asks.map(({ phoneNumber, tenantId }) => [phoneNumber, tenantId]));
  const counted = dials.filter(({ callId }) => !gaveBack.has(callId));
  const tenants = permits.map((permit) => ({
    ...permit,
    live: mostLive(counted.filter(({ phoneNumber }) => tenantOf.get(phoneNumber) === permit.tenantId)),
  }));
  return [
    ...tenants
      .filter(({ taken }) => taken > 0)
      .map(({ tenantId, taken }) => ({ what: `permits still taken after all had ended: ${taken}`, subject: tenantId })),
    ...tenants
      .filter(({ live, limit }) => live > limit)
      .map(({ tenantId, live, limit }) => ({ what: `${live} calls at once, and its limit is ${limit}`, subject: tenantId })),
    ...(tenants.some(({ live, limit }) => live >= limit)
      ? []
      : [{ what: 'no tenant ever reached its limit of calls', subject: 'the load' }]),
  ];
}

/** Returns the largest number of calls that were live at one moment. The number only grows when a telephone rings. */
const mostLive = (dials: readonly Dial[]): number =>
  Math.max(0, ...dials.map(({ at }) => dials.filter((other) => other.at <= at && at < other.until).length));
