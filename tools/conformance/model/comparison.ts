import type { Api } from '../api.ts';
import type { Rang } from '../driver/means.ts';
import type { Exchange } from '../exchange.ts';
import type { Receiver } from '../receiver.ts';
import type { Account } from './account.ts';
import type { EffectId } from './effect-rules.ts';
import type { Model } from './model.ts';

/** What the comparison of one tenant with the model works with. */
export interface Comparison {
  readonly model: Model;
  readonly account: Account;
  /** Asks with a key of the tenant that has every scope. */
  readonly api: Api;
  /** Makes a used-up budget end the comparison instead of being waited for. */
  readonly unpaced: boolean;
  readonly receiver: Receiver | null;
  /** Returns the calls that the telephone network has dialled since the run began, or null where it does not tell. */
  dialled(): Promise<readonly Rang[] | null>;
  /** Counts what a rule has looked at. */
  look(id: EffectId): void;
  report(id: EffectId, message: string, exchange?: Exchange | null): void;
}
