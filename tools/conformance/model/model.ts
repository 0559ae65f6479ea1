import type { Operator } from '../driver/means.ts';
import { type Exchange, keyIn } from '../exchange.ts';
import { Account } from './account.ts';

/**
 * The model of what exists at the deployment, kept beside a run and fed by what the run asks. Each key leads to the
 * account of its tenant; requests without a known key can only have been refused.
 */
export class Model {
  readonly #byKey = new Map<string, Account>();
  readonly #byTenant = new Map<string, Account>();
  readonly #refused: Exchange[] = [];

  /** Returns the account of a key's tenant. `tenantId` is null for a tenant that was given with its key alone. */
  account(key: string, tenantId: string | null): Account {
    const known = this.#byKey.get(key) ?? (tenantId === null ? undefined : this.#byTenant.get(tenantId));
    const account = known ?? new Account(tenantId !== null);
    this.#byKey.set(key, account);
    if (tenantId !== null) this.#byTenant.set(tenantId, account);
    return account;
  }

  /** Makes another key of a known key's tenant lead to the same account. */
  alias(key: string, known: string): void {
    const account = this.#byKey.get(known);
    if (account) this.#byKey.set(key, account);
  }

  note(exchange: Exchange): void {
    const { request, response } = exchange;
    if (request.method !== 'GET' && response.status >= 400) this.#refused.push(exchange);
    this.#byKey.get(keyIn(request.headers['authorization']) ?? '')?.note(exchange);
  }

  /** Returns the last refused write that has one of these texts in its path or body, which may be the cause of a change. */
  refusalNaming(...texts: readonly string[]): Exchange | null {
    const names = ({ request }: Exchange): boolean => {
      const sent = `${request.path} ${request.body?.toString('utf8') ?? ''}`;
      return texts.some((text) => text !== '' && sent.includes(text));
    };
    return this.#refused.findLast(names) ?? null;
  }

  /** Tells if any account has a call with this id, accepted or possibly placed. */
  hasCall(id: string): boolean {
    return [...new Set(this.#byKey.values())].some(({ calls, possibleCalls }) => calls.has(id) || possibleCalls.has(id));
  }

  /** Tells if only this account has asked to call a number. */
  isOnlyCaller(account: Account, number: string): boolean {
    return [...new Set(this.#byKey.values())].every((other) => other === account || !other.numbers.has(number));
  }

  /** Returns the operator API that notes the events which the run publishes and the calls which it records. */
  watching(operator: Operator): Operator {
    return {
      ...operator,
      publish: async (tenantId, events) => {
        const account = this.#byTenant.get(tenantId);
        if (account) account.touched = true;
        // They are noted first: a webhook may arrive before the answer.
        account?.published.push(...events);
        await operator.publish(tenantId, events);
      },
      recordCall: async (tenantId, call) => {
        this.#byTenant.get(tenantId)?.dialerCalls.push(call);
        return operator.recordCall(tenantId, call);
      },
    };
  }
}
