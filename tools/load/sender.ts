import { randomUUID } from 'node:crypto';
import { reasonOf } from '../conformance/reachable.ts';
import { at, text } from '../contract/document.ts';
import type { Account } from './account.ts';
import { type Answer, type Api, type Asked, askPatiently, type Budget } from './api.ts';
import type { Duration, PhaseFigures } from './figures.ts';
import type { Operation } from './profile.ts';
import type { ClockOffset } from './reconcile.ts';
import type { LoadTenant } from './tenants.ts';

export interface SenderOptions {
  readonly api: Api;
  readonly operatorApi: Api | null;
  readonly operatorToken: string;
  readonly account: Account;
  readonly tenants: readonly LoadTenant[];
  /** Returns the number for the n-th call. */
  readonly numberFor: (n: number) => string;
  /** False sends whatever the published budgets say. */
  readonly keepsBudgets: boolean;
}

/** Sends the requests of a run, and notes what each came to. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #run = randomUUID();
  readonly #budgets = new Map<string, Budget>();
  /** The last call of each tenant. */
  readonly #lastCalls = new Map<string, string>();
  #offset: ClockOffset | null = null;
  #sent = 0;
  readonly #unanswered: { readonly planned: Planned; readonly dueAt: number }[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get offset(): ClockOffset | null {
    return this.#offset;
  }

  get sent(): number {
    return this.#sent;
  }

  /** `due` is when the request was to leave, by `performance.now()`. */
  async send(operation: Operation, due: number, figures: PhaseFigures): Promise<void> {
    const planned = this.plan(operation, figures.name);
    if (!planned) return;
    if (this.#isSpent(planned)) {
      figures.counts.held += 1;
      return;
    }
    figures.counts.sent += 1;
    figures.underWay += 1;
    figures.sendLag.record(performance.now() - due);
    try {
      const answer = await this.#apiOf(planned)?.ask(planned.asked);
      if (answer) this.note(planned, answer, figures, performance.now() - due);
    } catch (error) {
      figures.noteUnexpected('failed', `${operation}: ${reasonOf(error)}`);
      this.noteUnanswered(planned, Date.now() - (performance.now() - due));
    } finally {
      figures.underWay -= 1;
    }
  }

  /** Returns the next request of an operation. Null: there is nothing that it could be about yet. */
  plan(operation: Operation, phase: string): Planned | null {
    const n = this.#sent;
    const tenant = this.#options.tenants[n % this.#options.tenants.length];
    const planned = tenant ? this.#requests[operation](tenant, n, phase) : null;
    if (planned) this.#sent += 1;
    return planned;
  }

  /** Notes that nobody knows what became of a request, which was due then by this machine's clock: it was not answered. */
  noteUnanswered(planned: Planned, dueAt: number): void {
    this.#unanswered.push({ planned, dueAt });
  }

  /**
   * Learns what became of the requests that were not answered, so that what they caused is accounted for as the run's own:
   * each that has a key of its own is sent again, which places, texts or tells nothing twice. Returns how many are not
   * answered by `until` either, in milliseconds of this machine's clock.
   */
  async settleUnanswered(until: number): Promise<number> {
    const left = this.#unanswered.values();
    let unknown = 0;
    const settle = async (): Promise<void> => {
      for (const { planned, dueAt } of left) {
        planned.unanswered?.();
        const api = this.#apiOf(planned);
        if (!planned.isKeyed || !api) continue;
        const answer = Date.now() < until ? await askPatiently(api, planned.asked, until) : null;
        if (answer?.status === planned.expected) planned.accepted?.(answer, dueAt);
        if (answer === null) unknown += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, settle));
    return unknown;
  }

  /** Notes the answer to a request, `ms` after it was due. */
  note(planned: Planned, answer: Answer, figures: PhaseFigures, ms: number): void {
    if (answer.budget) this.#budgets.set(budgetName(planned), answer.budget);
    if (answer.status === planned.expected) {
      figures.counts.answered += 1;
      figures.record(planned.duration, ms);
      if (planned.duration === 'call.accept') this.#compareClocks(answer);
      planned.accepted?.(answer, Date.now() - ms);
    } else if (answer.status === planned.mayMeet) figures.counts.held += 1;
    else {
      const isRefused = (answer.status >= 400 && answer.status < 500) || answer.status === 503;
      const code = text(at(answer.body, answer.body, 'error', 'code'));
      figures.noteUnexpected(isRefused ? 'refused' : 'failed', `${planned.duration.split('.')[0]}: ${answer.status} ${code}`.trimEnd());
    }
  }

  #apiOf({ isOperator }: Planned): Api | null {
    return isOperator ? this.#options.operatorApi : this.#options.api;
  }

  readonly #requests: Readonly<Record<Operation, (tenant: LoadTenant, n: number, phase: string) => Planned | null>> = {
    call: (tenant, n, phase) => ({
      tenant,
      asked: {
        method: 'POST',
        path: '/calls',
        key: tenant.key,
        body: {
          agentId: tenant.agentId,
          phoneNumber: this.#options.numberFor(n),
          variables: tenant.variables,
          idempotencyKey: `load-${this.#run}-${n}`,
        },
      },
      expected: 201,
      isKeyed: true,
      duration: 'call.accept',
      accepted: ({ body }, dueAt) => {
        const id = text(at(body, body, 'call', 'id'));
        this.#lastCalls.set(tenant.name, id);
        this.#options.account.accept(id, { kind: 'call', tenant: tenant.name, phase, dueAt });
      },
    }),
    read: (tenant) => {
      const last = this.#lastCalls.get(tenant.name);
      const path = last ? `/calls/${last}` : '/webhook-deliveries';
      return { tenant, asked: { method: 'GET', path, key: tenant.key }, expected: 200, duration: 'read.answer' };
    },
    text: (tenant, n, phase) =>
      this.#operators(tenant, 'messages', 202, 'text.accept', {
        body: { to: tenant.contactNumber, body: `Load ${n}`, dedupeKey: `load-${this.#run}-${n}` },
        accepted: ({ body }, dueAt) => {
          const id = text(at(body, body, 'message', 'id'));
          this.#options.account.accept(id, { kind: 'text', tenant: tenant.name, phase, dueAt });
        },
      }),
    event: (tenant, n, phase) => {
      const id = `load-${this.#run}-${n}`;
      const event = { eventType: 'sms.delivered', dedupeKey: id, data: { message_id: id, ...eventData } };
      return this.#operators(tenant, 'events', 200, 'event.accept', {
        body: { events: [event] },
        accepted: (_answer, dueAt) => this.#options.account.accept(id, { kind: 'event', tenant: tenant.name, phase, dueAt }),
      });
    },
    replay: (tenant, n) => {
      const id = this.#options.account.replayable(tenant.name, n);
      if (id === null) return null;
      return {
        tenant,
        asked: { method: 'POST', path: `/webhook-deliveries/${id}/retry`, key: tenant.key },
        expected: 200,
        // Refused while its outcome is not yet recorded.
        mayMeet: 400,
        duration: 'replay.accept',
        accepted: () => this.#options.account.expectReplay(id),
        unanswered: () => this.#options.account.allowReplay(id),
      };
    },
  };

  #operators(
    tenant: LoadTenant,
    path: string,
    expected: number,
    duration: Duration,
    { body, accepted }: { readonly body: unknown; readonly accepted: NonNullable<Planned['accepted']> },
  ): Planned {
    const asked: Asked = { method: 'POST', path: `/tenants/${tenant.id}/${path}`, key: this.#options.operatorToken, body };
    return { tenant, isOperator: true, asked, expected, isKeyed: true, duration, accepted };
  }

  /**
   * The call was made between its request and the answer, so the faster the answer, the better the two clocks are compared. Of a request
   * that was sent again this is not so: its call may have been made before.
   */
  #compareClocks({ sentAt, ms, body }: Answer): void {
    const within = ms / 2;
    if (this.#offset && this.#offset.within <= within) return;
    this.#offset = { ms: Date.parse(text(at(body, body, 'call', 'createdAt'))) - (sentAt + within), within };
  }

  #isSpent(planned: Planned): boolean {
    const name = budgetName(planned);
    const budget = this.#budgets.get(name);
    if (!this.#options.keepsBudgets || !budget) return false;
    if (budget.remaining > 0) this.#budgets.set(name, { ...budget, remaining: budget.remaining - 1 });
    else if (Date.now() / 1_000 < budget.resetAt) return true;
    else this.#budgets.delete(name);
    return false;
  }
}

const eventData = { contact_id: null, phone: '+15550012345', campaign_id: null, campaign_name: null };

export interface Planned {
  readonly tenant: LoadTenant;
  /** True if the request goes to the operator API. */
  readonly isOperator?: true;
  readonly asked: Asked;
  readonly expected: number;
  /** Another status that the request may meet through no fault of the deployment. */
  readonly mayMeet?: number;
  readonly duration: Duration;
  /** True if the request has a key of its own, so that it may be sent again. */
  readonly isKeyed?: true;
  /** Called with the expected answer, and when the request was due, in milliseconds of this machine's clock. */
  readonly accepted?: (answer: Answer, dueAt: number) => void;
  /** Called if nobody knows what became of the request. */
  readonly unanswered?: () => void;
}

const budgetName = ({ tenant, asked, isOperator }: Planned): string =>
  `${tenant.name} ${isOperator ? 'operator' : asked.method === 'GET' ? 'read' : 'write'}`;
