import type { components } from '../../../src/contract/generated/operator.ts';
import type { Scope } from '../scopes.ts';

/**
 * The means to judge a service in all groups, as verbs that anybody can answer in any language. docs/conformance.md tells what
 * each must do; `verbs.schema.json` has the exact shapes.
 */
export interface Driver {
  /** Holds the verbs that the driver answers. */
  readonly verbs: ReadonlySet<Verb>;
  /** Asks for one thing. Rejects if the driver fails, or answers what the schema does not allow. */
  ask<V extends Verb>(verb: V, request: Verbs[V][0]): Promise<Verbs[V][1]>;
  close(): Promise<void>;
}

/** Holds, by verb, what is asked and what is answered. */
export interface Verbs {
  makeTenant: [NewTenant, MadeTenant];
  makeKey: [{ readonly tenantId: string; readonly name: string; readonly scopes: readonly Scope[] }, MadeKey];
  causeEvent: [{ readonly tenantId: string; readonly events: readonly CausedEvent[] }, { readonly callIds?: readonly string[] }];
  prepareCalls: [Record<never, never>, { readonly numbers: Readonly<Record<string, Numbers>> }];
  advanceTime: [{ readonly seconds: number; readonly of?: 'calls' }, { readonly now: string }];
  setLimit: [Limit, Record<never, never>];
  listDials: [Record<never, never>, { readonly dials: readonly Dial[] }];
}
export type Verb = keyof Verbs;

export const verbs = ['makeTenant', 'makeKey', 'causeEvent', 'prepareCalls', 'advanceTime', 'setLimit', 'listDials'] as const;

type Schemas = components['schemas'];

export type NewTenant = Schemas['NewTenant'] & {
  readonly agent: Schemas['NewAgent'];
  /** Is the number, in E.164, that the tenant calls from. */
  readonly phoneNumber: string;
  /** Are asked for by the few checks that need them, as are `morePhoneNumbers`. */
  readonly moreAgents?: readonly Schemas['NewAgent'][];
  readonly morePhoneNumbers?: readonly string[];
};

export interface MadeTenant {
  readonly tenantId: string;
  readonly agentId: string;
  readonly phoneNumberId: string;
  /** Are in the order of `moreAgents`. A driver that makes one agent only leaves them out. */
  readonly moreAgentIds?: readonly string[];
  /** Are in the order of `morePhoneNumbers`. */
  readonly morePhoneNumberIds?: readonly string[];
}

export interface MadeKey {
  readonly keyId: string;
  readonly key: string;
}

/** An event of the application, or the result of a call that a dialer made, which becomes a `call.completed`. */
export type CausedEvent =
  | Pick<Schemas['EventInput'], 'eventType' | 'dedupeKey' | 'data'>
  | { readonly eventType: 'call.completed'; readonly dedupeKey: string; readonly data: DialerCall };
export type DialerCall = Omit<Schemas['DialerCallInput'], 'dedupeKey'>;

/** A block of telephone numbers, at which every call has the same story. */
export interface Numbers {
  /** Is in E.164. */
  readonly first: string;
  readonly count: number;
}

export type Limit = { readonly tenantId: string } & (
  | { readonly limits: NonNullable<Schemas['NewTenant']['limits']> }
  | { readonly keyId: string; readonly isRevoked: true }
  | { readonly agentId: string; readonly isActive: boolean }
);

/** One time that a telephone rang. */
export interface Dial {
  /** Is null if the network was not told. */
  readonly callId: string | null;
  readonly phoneNumber: string;
}
