import type { Line } from './api.ts';
import type { Documents } from './documents.ts';
import type { Operator, Simulator } from './driver/means.ts';
import type { Connections, Exchange } from './exchange.ts';
import type { EffectFinding, EffectId } from './model/effect-rules.ts';
import type { Model } from './model/model.ts';
import type { Receiver } from './receiver.ts';
import { Skipped } from './skipped.ts';
import type { Target } from './target.ts';

export type Profile = 'smoke' | 'full';

/** The surroundings that a check may need. Without them the check is skipped, and the text tells the user what to provide. */
export const capabilities = {
  operator: 'needs tenants of its own: give --operator-url and --operator-token, or a --driver',
  'second tenant': 'needs the key of another tenant: give --second-tenant-key, or the operator',
  'scoped keys': 'needs a key for each scope: give --scoped-keys, or the operator',
  'disabled tenant': 'needs the key of a tenant whose public API is off: put it into --scoped-keys as "disabled", or give the operator',
  simulator: 'places calls, and without a simulator real telephones would ring: give --simulator, or a --driver',
  receiver: 'needs a receiver that the service can reach: give --receiver-port and --receiver-url',
  clock: 'moves the clock of a sandbox: give the operator or a --driver that can, and --clock move for the demo of this folder',
  'own instance': 'lets a month pass, which ends what others have there: judge an instance of its own, as without --base-url',
} as const;
export type Capability = keyof typeof capabilities;

export interface EffectFindings {
  look(id: EffectId): void;
  found(finding: EffectFinding): void;
}

/** The state that all checks of a run share. */
export interface Surroundings extends Pick<Target, 'baseUrl' | 'apiKey' | 'secondTenantKey' | 'scopedKeys'> {
  readonly documents: Documents;
  readonly seed: number;
  readonly shrinkSeconds: number;
  readonly operator: Operator | null;
  readonly simulator: Simulator | null;
  readonly receiver: Receiver | null;
  readonly hasClock: boolean;
  /** Is true if the deployment was started for the run, and ends with it. */
  readonly isOwnInstance: boolean;
  readonly connections: Connections;
  readonly keys: Set<string>;
  /** Holds the ids of the tenants that the run made. */
  readonly tenants: string[];
  readonly exchanges: readonly Exchange[];
  record(exchange: Exchange): void;
  readonly model: Model;
  /** Takes what the comparisons with the model found. */
  readonly effects: EffectFindings;
  nextSeq(): number;
  waiting: Line['waiting'];
  readonly stop: AbortSignal;
}

const isThere: Readonly<Record<Capability, (shared: Surroundings) => boolean>> = {
  operator: ({ operator }) => operator !== null,
  'second tenant': ({ operator, secondTenantKey }) => operator !== null || secondTenantKey !== null,
  'scoped keys': ({ operator, scopedKeys }) => operator !== null || Object.keys(scopedKeys).some((name) => name !== 'disabled'),
  'disabled tenant': ({ operator, scopedKeys }) => operator !== null || scopedKeys['disabled'] !== undefined,
  simulator: ({ simulator }) => simulator !== null,
  receiver: ({ receiver }) => receiver !== null,
  clock: ({ hasClock }) => hasClock,
  'own instance': ({ isOwnInstance }) => isOwnInstance,
};

export const available = (shared: Surroundings, capability: Capability): boolean => isThere[capability](shared);

/** Returns a part of the surroundings. Throws `Skipped` if it is absent. */
export function needed<Part>(part: Part | null, capability: Capability): Part {
  if (part === null) throw new Skipped(capabilities[capability]);
  return part;
}
