import { keptPerPage } from '../limits.ts';
import { newBook } from './book.ts';
import { Tally } from './tally.ts';

/** The accounts of calls, or those of messages: how often each began at a provider, and what was reported of it. */
export interface Accounts {
  /** Counts dials or texts, those of the accounts that are not remembered included. */
  readonly begins: number;
  readonly callbacks: Pick<Tally, 'sent' | 'accepted'>;
  /** Counts the accounts that are remembered. */
  readonly size: number;
  /** Is false once there were more calls or messages than are remembered. */
  readonly isComplete: boolean;
  begun(id: string | null, providerId: string): void;
  ended(id: string | null): void;
  callbackSent(id: string | null, accepted: boolean): void;
  /** Records that a receiver accepted the webhook of the end. */
  webhookAccepted(id: string | null): void;
  /** Counts begins beyond the first, over all accounts. */
  duplicates(): number;
  /** Counts accounts that ended and whose webhook no receiver has accepted. */
  withoutWebhook(): number;
  all(): readonly Account[];
  clear(): void;
}

export interface Account {
  readonly id: string;
  begins: number;
  readonly providerIds: string[];
  ended: boolean;
  readonly callbacks: Tally;
  webhooksAccepted: number;
}

export function newAccounts(remembered: number): Accounts {
  const book = newBook<Account>(remembered);
  const callbacks = new Tally();
  let begins = 0;
  const accountOf = (id: string): Account | undefined => book.open(id, () => blankAccount(id));

  return {
    get begins() {
      return begins;
    },
    callbacks,
    get size() {
      return book.size;
    },
    get isComplete() {
      return book.isComplete;
    },
    begun(id, providerId) {
      begins += 1;
      // A call or text without a name cannot be matched to another, so each counts as one of its own.
      const account = accountOf(id ?? `unnamed:${providerId}`);
      if (!account) return;
      account.begins += 1;
      if (account.providerIds.length < keptPerPage) account.providerIds.push(providerId);
    },
    ended(id) {
      const account = id === null ? undefined : accountOf(id);
      if (account) account.ended = true;
    },
    callbackSent(id, accepted) {
      callbacks.add(accepted);
      if (id !== null) accountOf(id)?.callbacks.add(accepted);
    },
    webhookAccepted(id) {
      const account = id === null ? undefined : book.find(id);
      if (account) account.webhooksAccepted += 1;
    },
    duplicates: () => book.all().reduce((sum, account) => sum + Math.max(0, account.begins - 1), 0),
    withoutWebhook: () => book.all().filter((account) => account.ended && account.webhooksAccepted === 0).length,
    all: book.all,
    clear() {
      book.clear();
      callbacks.clear();
      begins = 0;
    },
  };
}

const blankAccount = (id: string): Account => ({
  id,
  begins: 0,
  providerIds: [],
  ended: false,
  callbacks: new Tally(),
  webhooksAccepted: 0,
});
