import type { Exchange } from './exchange.ts';
import type { World } from './world.ts';

/**
 * One thing that a deployment must do. It sends what it needs through its world and reports what does not hold with
 * `world.breach`, as often as it likes, or throws a `Breach` where going on has no sense.
 */
export interface Check {
  /** Its group's letter and a number. */
  readonly id: string;
  readonly title: string;
  /** What the documents promise, and where. */
  readonly rule: string;
  readonly needs: readonly Capability[];
  /** `smoke` checks run in both profiles. */
  readonly profile: Profile;
  /** It moves the clock, or uses up what all share: nothing runs beside it. */
  readonly alone?: true;
  /** It sits out time limits of ten seconds and more. */
  readonly waits?: true;
  run(world: World): Promise<void>;
}

export type Profile = 'smoke' | 'full';

/** What a check may need of the surroundings. Without it the check is skipped, and the reason says what to give. */
export const capabilities = {
  operator: 'needs tenants of its own: give --operator-url and --operator-token',
  'second tenant': 'needs the key of another tenant: give --second-tenant-key, or the operator',
  'scoped keys': 'needs a key for each scope: give --scoped-keys, or the operator',
  'disabled tenant': 'needs the key of a tenant whose public API is off: put it into --scoped-keys as "disabled", or give the operator',
  simulator: 'places calls, and without a simulator real telephones would ring: give --simulator',
  receiver: 'needs a receiver that the service can reach: give --receiver-port and --receiver-url',
  clock: 'needs a sandbox, whose clock the operator can move on',
} as const;
export type Capability = keyof typeof capabilities;

export interface Finding {
  readonly kind: 'fail' | 'warn';
  readonly message: string;
  readonly exchange: Exchange | null;
}

export type Verdict = 'pass' | 'fail' | 'warn' | 'skipped';

export interface Result {
  readonly check: Pick<Check, 'id' | 'title' | 'rule'>;
  readonly verdict: Verdict;
  /** Why it was skipped. */
  readonly reason: string | null;
  readonly findings: readonly Finding[];
  readonly exchanges: number;
  readonly ms: number;
}

/** What was promised is not so, and the check cannot go on. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null = null) {
    super(message);
    this.exchange = exchange;
  }
}

export const groupOf = (id: string): string => id.slice(0, 1);

export const groups: Readonly<Record<string, string>> = {
  A: 'Documents',
  B: 'Every response',
  C: 'Examples',
  D: 'Accepted boundaries',
  E: 'Refused data',
  F: 'Authentication and scopes',
  G: 'Tenants',
  H: 'Resources',
  I: 'Idempotency',
  J: 'Limits',
  K: 'Calls',
  L: 'Webhooks',
  M: 'Raw HTTP',
  N: 'Coverage',
};
