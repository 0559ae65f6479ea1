import type { Api } from './api.ts';
import type { Documents } from './documents.ts';
import type { Operator, Simulator } from './driver/means.ts';
import type { Exchange } from './exchange.ts';
import type { Receiver } from './receiver.ts';
import type { Capability } from './surroundings.ts';
import type { Tenant, TenantWishes } from './tenants.ts';

/**
 * The means of one check. With an operator each check has its own tenants, made when it first asks for them, so that
 * checks run side by side and lists hold only what the check made. Without an operator all checks share the given
 * tenants.
 */
export interface World {
  readonly documents: Documents;
  /** Fixes every draw of this check. */
  readonly seed: number;
  readonly shrinkSeconds: number;
  /** Asks without a key. */
  readonly nobody: Api;
  readonly baseUrl: string;
  tenant(): Promise<Tenant>;
  /** Returns another tenant, which must never see the first. */
  second(): Promise<Tenant>;
  /** Makes one more tenant with these wishes. It needs an operator. */
  freshTenant(wishes?: TenantWishes): Promise<Tenant>;
  /** Returns a client with a key of a tenant whose public API is off. */
  disabled(): Promise<Api>;
  /**
   * Stands for a capability, like the members below. Each throws if it is absent, since the check must declare that it
   * needs it.
   */
  readonly operator: Operator;
  readonly simulator: Simulator;
  readonly receiver: Receiver;
  has(capability: Capability): boolean;
  /** Moves the service's clock. The check must be `alone`. */
  advance(seconds: number): Promise<void>;
  /** Reports a broken promise; the check goes on. */
  breach(message: string, exchange?: Exchange | null): void;
  warn(message: string, exchange?: Exchange | null): void;
  /** Holds every exchange of the run so far, of all checks. */
  readonly exchanges: readonly Exchange[];
}
