import { keptPerPage } from '../limits.ts';
import { Book } from './book.ts';
import { Tally } from './tally.ts';

/** The accounts of calls, or those of messages: how often each began at a provider, and what was reported of it. */
export class Accounts {
  /** Counts dials or texts, those of the accounts that are not remembered included. */
  begins = 0;
  readonly callbacks = new Tally();
  /** Holds the accounts that are remembered. */
  readonly book: Book<Account>;

  constructor(remembered: number) {
    this.book = new Book(remembered);
  }

  begun(id: string | null, providerId: string): void {
    this.begins += 1;
    // A call or text without a name cannot be matched to another, so each counts as one of its own.
    const account = this.#open(id ?? `unnamed:${providerId}`);
    if (!account) return;
    account.begins += 1;
    if (account.providerIds.length < keptPerPage) account.providerIds.push(providerId);
  }

  /** Records the end of a call, or the carrier's result of a text: a webhook must report either. */
  ended(id: string | null): void {
    const account = this.#open(id);
    if (account) account.ended = true;
  }

  callbackSent(id: string | null, accepted: boolean): void {
    this.callbacks.add(accepted);
    this.#open(id)?.callbacks.add(accepted);
  }

  /** Records that a receiver accepted the webhook of the end. */
  webhookAccepted(id: string | null): void {
    const account = id === null ? undefined : this.book.find(id);
    if (account) account.webhooksAccepted += 1;
  }

  /** Counts begins beyond the first, over all accounts. */
  duplicates(): number {
    return this.book.all().reduce((sum, { begins }) => sum + Math.max(0, begins - 1), 0);
  }

  /** Counts accounts that ended and whose webhook no receiver has accepted. */
  withoutWebhook(): number {
    return this.book.all().filter(({ ended, webhooksAccepted }) => ended && webhooksAccepted === 0).length;
  }

  clear(): void {
    this.book.clear();
    this.callbacks.clear();
    this.begins = 0;
  }

  #open(id: string | null): Account | undefined {
    if (id === null) return undefined;
    return this.book.open(id, () => ({ id, begins: 0, providerIds: [], ended: false, callbacks: new Tally(), webhooksAccepted: 0 }));
  }
}

export interface Account {
  readonly id: string;
  begins: number;
  readonly providerIds: string[];
  ended: boolean;
  readonly callbacks: Tally;
  webhooksAccepted: number;
}
