import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../../../src/contract/generated/simulator.ts';
import type { Check } from '../../check.ts';
import { cannotTell } from '../../conclusive.ts';
import { type Answering, answers } from '../../receiver.ts';
import { type DeliveryRecord, happen, recordTried, type Subscription, subscribe } from '../../subscription.ts';
import type { Tenant } from '../../tenants.ts';
import type { World } from '../../world.ts';

/** L11 and L23 check which answers count as success, and that only the receiver's own answer counts. */
export const webhookOutcomes: readonly Check[] = [
  {
    id: 'L11',
    title: 'Any 2xx within ten seconds is success; every other answer, and none, is tried again',
    rule: 'Webhooks, When you don’t answer: anything but a 2xx within 10 seconds counts as failed, redirects too.',
    needs: ['operator', 'receiver'],
    profile: 'full',
    waits: true,
    async run(world) {
      await Promise.all([
        expectEach(world, 'success', {
          ...byStatus([200, 201, 202, 204, 206, 299]),
          'a 200 behind a 102 and a 103': afterInterim(200),
          'a 200 whose body never ends': (_delivery, _nth, response) => void response.writeHead(200).write('{'),
        }),
        expectEach(world, 'retrying', byStatus([301, 302, 303, 304, 307, 308, 400, 401, 404, 410])),
        expectEach(world, 'retrying', {
          ...byStatus([408, 409, 429, 500, 503]),
          'a 500 behind a 102 and a 103': afterInterim(500),
          'a connection that is cut': (_delivery, _nth, response) => void response.socket?.destroy(),
          'what is not HTTP': (_delivery, _nth, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
          'half a status line': (_delivery, _nth, response) => void response.socket?.end('HTTP/1.1 20'),
        }),
        expectSuccessAtTheLast(world),
        expectFailureJustAfter(world),
        expectUnreachable(world),
      ]);
    },
  },
  {
    id: 'L23',
    title: 'A receiver whose certificate nobody vouches for gets nothing, and that counts as a failure',
    rule: 'Webhooks, When you don’t answer: anything but a 2xx within 10 seconds counts as failed.',
    needs: ['operator', 'receiver', 'simulator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const { tls: before } = await world.simulator.ask<SimulatorReplies['TlsReply']>('GET', '/tls');
      for (const certificate of ['expired', 'other-host', 'valid']) {
        const { tls } = await world.simulator.ask<SimulatorReplies['TlsReply']>('PUT', '/tls', { certificate });
        const name = `conformance-${certificate}-${Date.now()}`;
        await expectFailureAt(world, tenant, `a self-signed certificate (${certificate})`, `${tls?.url}/receivers/${name}`);
        const { receivers } = await world.simulator.ask<SimulatorReplies['ReceiverList']>('GET', '/receivers');
        if (receivers.some((receiver) => receiver.name === name))
          world.breach(`A receiver with a self-signed certificate (${certificate}) was sent a delivery.`);
      }
      if (before) await world.simulator.ask('PUT', '/tls', { certificate: before.certificate });
    },
  },
];

type SimulatorReplies = components['schemas'];

type Answers = Readonly<Record<string, Answering>>;

const byStatus = (statuses: readonly number[]): Answers =>
  Object.fromEntries(statuses.map((status) => [`a ${status}`, status >= 301 && status <= 308 ? redirect(status) : answers(status)]));

/** Redirects to an address that would answer 200. */
const redirect =
  (status: number): Answering =>
  ({ path }, _nth, response) =>
    void (path.endsWith('/elsewhere') ? response.writeHead(200) : response.writeHead(status, { location: `${path}/elsewhere` })).end();

/** Sends an interim response first, which does not count as the answer. */
const afterInterim =
  (status: number): Answering =>
  (_delivery, _nth, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(status).end();
  };

/** Makes one endpoint for each answer and one event for all of them. A tenant may have at most ten endpoints. */
async function expectEach(world: World, status: 'success' | 'retrying', rows: Answers): Promise<void> {
  const tenant = await world.freshTenant();
  const subscribed: [string, Subscription][] = [];
  for (const [what, answer] of Object.entries(rows)) subscribed.push([what, await subscribe(world, tenant, { answer })]);
  await happen(world, tenant, 'sms.delivered');
  for (const [what, subscription] of subscribed) {
    const record = await recordTried(subscription);
    expectOutcome(world, what, record, status);
    if (subscription.inbox.deliveries.some(({ path }) => path.endsWith('/elsewhere')))
      world.breach(`After ${what} the redirect was followed.`);
  }
}

/**
 * Expects that an answer just within ten seconds counts. On a busy machine the delivery and the answer are late
 * themselves, so one success out of three is enough. A failure counts against the service only if the answer went out,
 * or the attempt was given up, less than ten seconds after the event.
 */
async function expectSuccessAtTheLast(world: World): Promise<void> {
  let inTime = true;
  for (let tries = 1; tries <= 3; tries++) {
    let answeredAt = Infinity;
    const answer: Answering = async (_delivery, _nth, response) => {
      await delay(9_500);
      answeredAt = performance.now();
      response.writeHead(200).end();
    };
    const subscription = await subscribe(world, await world.freshTenant(), { answer });
    const happenedAt = performance.now();
    await happen(world, subscription.tenant, 'sms.delivered');
    const record = await recordTried(subscription);
    if (record.status === 'success') return expectOutcome(world, 'a 200 after 9.5 s', record, 'success');
    inTime &&= Math.min(answeredAt, performance.now()) - happenedAt < 9_900;
  }
  if (inTime) world.breach('After a 200 after 9.5 s the delivery is retrying, not success.');
  else cannotTell(world, 'an answer that was to go out after 9.5 s was late.');
}

/**
 * Expects that an answer half a second after the ten counts no more. A service that stands still for so long reads it with what came
 * in time, so one failure out of three is enough.
 */
async function expectFailureJustAfter(world: World): Promise<void> {
  const answer: Answering = (_delivery, _nth, response) => void delay(10_500).then(() => response.writeHead(200).end());
  for (let tries = 1; ; tries++) {
    const subscription = await subscribe(world, await world.freshTenant(), { answer });
    await happen(world, subscription.tenant, 'sms.delivered');
    const record = await recordTried(subscription);
    if (record.status === 'retrying' || tries === 3) return expectOutcome(world, 'a 200 after 10.5 s', record, 'retrying');
  }
}

async function expectUnreachable(world: World): Promise<void> {
  const tenant = await world.freshTenant();
  for (const [what, url] of Object.entries(unreachable(world.receiver.url))) await expectFailureAt(world, tenant, what, url);
}

/**
 * Returns addresses at which deliveries fail: a port on which no program listens, and a plain HTTP server behind an https
 * address. Where the receiver itself is behind https there is no such server, and production refuses an http address.
 */
export function unreachable(receiverUrl: string): Readonly<Record<string, string>> {
  const { host, hostname, protocol } = new URL(receiverUrl);
  return {
    'a port where nobody listens': `${protocol}//${hostname}:1/`,
    ...(protocol === 'http:' && { 'a port that speaks another protocol': `https://${host}/` }),
  };
}

async function expectFailureAt(world: World, tenant: Tenant, what: string, url: string): Promise<void> {
  const subscription = await subscribe(world, tenant, { event: 'sms.failed', endpoint: { url } });
  await happen(world, tenant, 'sms.failed');
  expectOutcome(world, what, await recordTried(subscription), 'retrying');
}

function expectOutcome(world: World, what: string, record: DeliveryRecord, status: 'success' | 'retrying'): void {
  if (record.status !== status) world.breach(`After ${what} the delivery is ${record.status}, not ${status}.`);
  const answered = /^a (\d{3})/.exec(what)?.[1];
  const expected = answered && !what.includes('10.5 s') ? Number(answered) : null;
  if (record.responseStatus !== expected) world.breach(`After ${what} responseStatus is ${record.responseStatus}.`);
  if (status === 'retrying' && !record.errorMessage) world.breach(`After ${what} no errorMessage says why.`);
  if (status === 'success' && record.errorMessage !== null) world.breach(`After ${what} the errorMessage is ${record.errorMessage}.`);
}
