import type { Deadlines } from '../../src/dispatch/deadlines.ts';
import type { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import type { Target } from '../../src/dispatch/endpoint-cache.ts';
import type { HeldDelivery } from '../../src/dispatch/held-delivery.ts';
import { requestHead } from '../../src/dispatch/request-head.ts';
import { signingKey } from '../../src/dispatch/signature.ts';
import { latch } from './latch.ts';

/** Limits an attempt and its connection in tests. It only ends what hangs: no test may depend on how fast the machine is. */
export const unhurriedMs = 300_000;

/** Deadlines that pass when the test says so. */
export function manualDeadlines(): Deadlines & { pass(): void } {
  const running = new Set<() => void>();
  const begin: Deadlines = (expire) => {
    running.add(expire);
    return () => running.delete(expire);
  };
  return Object.assign(begin, {
    pass() {
      const all = [...running];
      running.clear();
      for (const each of all) each();
    },
  });
}

/** Returns an endpoint as an attempt needs it. */
export function someTarget(differing: SomeTarget = {}): Target {
  const { path = '/', headers = {}, ...rest } = differing;
  const target = {
    id: 'whe_a',
    version: 1,
    origin: 'http://127.0.0.1:9',
    method: 'POST' as const,
    key: signingKey('s'),
    standardWebhooks: false,
    ...rest,
  };
  return { ...target, head: requestHead({ pathname: path, search: '', host: new URL(target.origin).host }, target.method, headers) };
}

type SomeTarget = Partial<Omit<Target, 'head'>> & { readonly path?: string; readonly headers?: Readonly<Record<string, string>> };

/** Returns a delivery as a worker holds it. */
export const someDelivery = (differing: Partial<HeldDelivery> = {}): HeldDelivery => ({
  id: 'd',
  tenantId: 'ten_a',
  eventId: 'evt_a',
  eventType: 'call.completed',
  subject: {},
  trace: null,
  endpointId: 'whe_a',
  triggerId: 'trg_a',
  endpointVersion: 1,
  body: Buffer.from('{}'),
  dueAt: new Date(0),
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: new Date(60_000),
  ...differing,
});

/** Sends one request through an agent. `statusRead` resolves once the status line of its answer has been read. */
export function watched(agent: Pick<DeliveryAgent, 'dispatch'>): Pick<DeliveryAgent, 'dispatch'> & { readonly statusRead: Promise<void> } {
  const statusRead = latch();
  return {
    statusRead: statusRead.given,
    dispatch(origin, request, handler) {
      const status = handler.status.bind(handler);
      const tellingStatus = (code: number): void => {
        status(code);
        statusRead.give();
      };
      agent.dispatch(origin, request, Object.assign(handler, { status: tellingStatus }));
    },
  };
}
