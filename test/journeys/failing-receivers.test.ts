import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Deadlines } from '../../src/dispatch/deadlines.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/**
 * Every way in which the simulator's receivers fail, with the real service as the sender: what the service writes down of
 * the attempt, and what the simulator knows of it. One call tells all receivers at once; the ten seconds that an attempt
 * may take pass when the test says so, for both.
 */
const ways: Record<string, { readonly service: string; readonly simulator: string | number; readonly isLate?: true }> = {
  '200': { service: 'success 200', simulator: 200 },
  '503': { service: 'retrying 503 http_5xx', simulator: 503 },
  'delay:9500': { service: 'success 200', simulator: 200 },
  'delay:10500': { service: 'retrying null timeout', simulator: 'sender gone', isLate: true },
  timeout: { service: 'retrying null timeout', simulator: 'timeout', isLate: true },
  'drip:20000': { service: 'success 200', simulator: 'sender gone', isLate: true },
  half: { service: 'success 200', simulator: 200 },
  endless: { service: 'success 200', simulator: 200 },
  'wrong-length': { service: 'success 200', simulator: 200 },
  garbage: { service: 'retrying null protocol', simulator: 'garbage' },
  close: { service: 'retrying null reset', simulator: 'close' },
  reset: { service: 'retrying null reset', simulator: 'reset' },
  'redirect-private': { service: 'retrying 302 http_3xx', simulator: 302 },
};

test('each way of failing is written down for what it is, and what came in time counts', async (t) => {
  const limit = handTurnedDeadlines();
  const system = await ringpost(t, {}, { deadlines: limit.deadlines });
  const owner = await readyTenant(system, { events: [] });
  const endpoints = new Map<string, string>();
  for (const programme of Object.keys(ways)) {
    const name = programme.replace(':', '-');
    const url = system.simulator.receiverUrl(name);
    system.simulator.receivers.create(name, { secret: await listening(system, owner, url, programme, endpoints), programme });
  }
  await placeCall(owner);
  await system.play();

  const arrived = untilDeliveries(system.simulator, endpoints.size);
  const delivered = system.work();
  await arrived;
  await system.simulator.advance(10_000);
  await limit.untilOpen(Object.values(ways).filter(({ isLate }) => isLate).length);
  limit.pass();
  await delivered;
  await system.simulator.runUntilIdle();

  assert.deepEqual(
    await recorded(system, endpoints),
    Object.fromEntries(Object.entries(ways).map(([programme, { service }]) => [programme, service])),
  );
  const answered = system.simulator.timeline.entries.filter(({ kind }) => kind === 'delivery.answered');
  assert.deepEqual(
    Object.fromEntries(answered.map(({ receiver, answered: outcome }) => [receiver, outcome])),
    Object.fromEntries(Object.entries(ways).map(([programme, { simulator }]) => [programme.replace(':', '-'), simulator])),
  );
  assert.ok(system.simulator.verify() >= endpoints.size);
});

test('a certificate that cannot be trusted is told as such, and nothing of the webhook goes out', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events: [] });
  const endpoints = new Map<string, string>();
  for (const certificate of ['expired', 'other-host'] as const) {
    const { url } = await system.simulator.tls.present(certificate);
    await listening(system, owner, `${url}/receivers/tls`, certificate, endpoints);
    await placeCall(owner);
    await system.settle();
    assert.match(String((await recorded(system, endpoints))[certificate]), /^retrying null tls$/, certificate);
  }
  assert.equal(system.simulator.receivers.find('tls'), undefined);
});

/** An endpoint that hears of calls; its secret. */
async function listening(system: Ringpost, owner: ReadyTenant, url: string, name: string, endpoints: Map<string, string>): Promise<string> {
  const { id, secret } = await endpoint(system.context, owner.tenantId, { url });
  await trigger(system.context, owner.tenantId, id, { eventType: 'call.completed' });
  endpoints.set(id, name);
  return secret;
}

async function placeCall({ api, agentId }: ReadyTenant): Promise<void> {
  const placed = await api.post('/calls', { agentId, phoneNumber: numberFor('answered-not-interested', 1) });
  assert.equal(placed.status, 201, placed.raw);
}

/** What the operator reads of each endpoint's first attempt. */
async function recorded(system: Ringpost, endpoints: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const { body } = await system.operator.get('/deliveries');
  const found: Record<string, string> = {};
  for (const { id } of body.deliveries) {
    const { delivery, attempts } = (await system.operator.get(`/deliveries/${id}`)).body;
    const [{ status, errorClass }] = attempts;
    found[endpoints.get(delivery.endpoint.id) ?? ''] = `${delivery.status} ${status}${errorClass === null ? '' : ` ${errorClass}`}`;
  }
  return found;
}

function untilDeliveries({ timeline }: Simulator, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const unlisten = timeline.listen(({ kind }) => {
      if (kind === 'delivery') left -= 1;
      if (left > 0) return;
      unlisten();
      resolve();
    });
  });
}

/** Deadlines that pass when they are told to. */
function handTurnedDeadlines() {
  const open = new Set<() => void>();
  let changed = (): void => {};
  const deadlines: Deadlines = (expire) => {
    open.add(expire);
    return () => {
      open.delete(expire);
      changed();
    };
  };
  return {
    deadlines,
    /** Until no more than these attempts wait for theirs. */
    untilOpen: (count: number): Promise<void> =>
      new Promise((resolve) => {
        changed = () => {
          if (open.size <= count) resolve();
        };
        changed();
      }),
    pass(): void {
      for (const expire of [...open]) expire();
    },
  };
}
