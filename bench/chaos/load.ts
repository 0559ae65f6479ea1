import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Service } from '../../test/faults/matrix/service.ts';
import type { Receiver } from './ground.ts';

/**
 * Reporters of events that keep both processes saturated. Each reports a batch, to the other process if one does not
 * answer, and reports the next batch as soon as one was accepted, as long as not too many events are under way.
 */
export interface ChaosLoad {
  /** Counts the deliveries that have arrived since the load began. */
  delivered(): Promise<number>;
  /** Stops counting deliveries that are under way now, or that a dead process had in hand, as under way. */
  forgetLate(): Promise<void>;
  /** Reports this many additional events of a tenant. */
  publish(tenantId: string, count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly services: readonly [Service, Service];
  readonly receiver: Receiver;
  readonly operatorToken: string;
  readonly tenantIds: readonly string[];
}

const reporters = 8;
const batch = 50;
/** The limit is twice the deliveries that the two processes have in hand at most. */
const mostOnTheWay = 4_000;
const lookEveryMs = 25;
/** A balancer gives up a process after this time, and asks it again after the same time. */
const patienceMs = 1_000;

export function startLoad({ services, receiver, operatorToken, tenantIds }: LoadOptions): ChaosLoad {
  const balancer = new Balancer(services, operatorToken);
  let made = 0;
  let accepted = 0;
  let come = 0;
  let late = 0;
  let isOver = false;

  const publish = async (tenantId: string, count: number): Promise<void> => {
    const body = JSON.stringify({ events: Array.from({ length: count }, () => eventOf(++made)) });
    for (let turn = made; !isOver; turn++) if (await balancer.publish(turn, tenantId, body)) return;
  };

  const report = async (first: number): Promise<void> => {
    for (let n = first; !isOver; n += reporters) {
      while (!isOver && accepted - come - late > mostOnTheWay) await pause(lookEveryMs);
      await publish(tenantIds[n % tenantIds.length] ?? '', batch);
      accepted += batch;
    }
  };
  const watch = async (): Promise<void> => {
    for (; !isOver; await pause(lookEveryMs)) come = await receiver.count();
  };
  const working = Promise.all([watch(), ...Array.from({ length: reporters }, (_, n) => report(n))]);
  // The function that stops the reporter handles its error.
  working.catch(() => {});

  return {
    delivered: () => receiver.count(),
    async forgetLate() {
      come = await receiver.count();
      late = accepted - come;
    },
    async publish(tenantId, count) {
      for (let sent = 0; sent < count; sent += batch) await publish(tenantId, batch);
    },
    async stop() {
      isOver = true;
      await working;
      await balancer.close();
    },
  };
}

/** Chooses the processes in turns, and leaves one alone for a while after it did not answer. */
class Balancer {
  readonly #agent = new Agent({ connections: reporters });
  readonly #awayUntil = new Map<Service, number>();
  readonly #services: LoadOptions['services'];
  readonly #operatorToken: string;

  constructor(services: LoadOptions['services'], operatorToken: string) {
    this.#services = services;
    this.#operatorToken = operatorToken;
  }

  /** Tells whether a process accepted the batch. */
  async publish(turn: number, tenantId: string, body: string): Promise<boolean> {
    const target = this.#services[turn % 2 === 0 ? 0 : 1];
    if ((this.#awayUntil.get(target) ?? 0) > performance.now()) {
      await pause(lookEveryMs);
      return false;
    }
    const status = await this.#post(target, tenantId, body);
    if (status >= 400 && status < 500 && status !== 409 && status !== 429) throw new Error(`a batch was refused: ${status}`);
    if (status !== 200) this.#awayUntil.set(target, performance.now() + patienceMs);
    return status === 200;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Returns the status, or zero without an answer. */
  async #post({ operatorUrl }: Service, tenantId: string, body: string): Promise<number> {
    try {
      const answer = await request(`${operatorUrl}/api/v1/operator/tenants/${tenantId}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#operatorToken}`, 'content-type': 'application/json' },
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(patienceMs),
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return 0;
    }
  }
}

const eventOf = (number: number) => ({
  eventType: 'sms.delivered',
  dedupeKey: `chaos-${number}`,
  data: { message_id: `chaos-${number}`, contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null },
});
