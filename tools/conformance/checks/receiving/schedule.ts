import { at, items } from '../../../contract/document.ts';
import type { Check } from '../../check.ts';
import { bodyOf, expectRefusal } from '../../expect.ts';
import { answers } from '../../receiver.ts';
import {
  arrivals,
  type DeliveryRecord,
  happen,
  type Recorded,
  recordsUntil,
  recordUntil,
  type Subscription,
  subscribe,
} from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L12 to L15 check the times of retries, what the record says of them, and replays. */
export const webhookSchedule: readonly Check[] = [
  {
    id: 'L12',
    title: 'Retries come after 1 m, 5 m, 30 m, 2 h and 6 h, each up to a quarter off, by chance',
    rule: 'Webhooks, x-delivery: retryDelaysSeconds and retryJitter.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const failing = await failingEndpoints(world);
      const prompt = await subscribe(world, await world.tenant(), { event: 'sms.failed' });
      const drawn: number[] = [];
      const tenants = new Set(failing.map(({ tenant }) => tenant));
      for (const [nth, seconds] of pauses(world).entries()) {
        const found = [...tenants].map((tenant) => failedSoOften({ tenant }, nth + 1, endpointsOfEach));
        const records = (await Promise.all(found)).flat();
        drawn.push(...expectPauses(world, records, nth + 1, seconds));
        await expectNoneEarly(world, failing, records, prompt, nth + 1);
        // Every attempt must come once the longest pause since the last of them has passed.
        const last = Math.max(...records.map(({ lastAttemptAt }) => Date.parse(lastAttemptAt ?? '')));
        const left = last / 1_000 + seconds * 1.25 - (await world.operator.now()).getTime() / 1_000;
        await world.advance(Math.max(0, Math.ceil(left)) + 6);
        await Promise.all(failing.map((subscription) => arrivals(subscription, nth + 2)));
      }
      expectWholeRange(world, drawn);
    },
  },
  {
    id: 'L13',
    title: 'After each attempt the record says what came of it',
    rule: 'Public API, WebhookDeliveryFields: status, attempts, responseStatus, errorMessage, nextRetryAt, lastAttemptAt.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const statuses = [500, 429, 302];
      const subscription = await subscribe(world, tenant, {
        answer: (_delivery, nth, response) => void response.writeHead(statuses[nth - 1] ?? 200).end(),
      });
      await happen(world, tenant, 'sms.delivered');
      let before: DeliveryRecord | null = null;
      for (const [nth, status] of [...statuses, 200].entries()) {
        await arrivals(subscription, nth + 1);
        const record = await recordUntil(subscription, `tried ${nth + 1} times`, ({ attempts }) => attempts > nth);
        expectRecord(world, record, { attempts: nth + 1, status, before });
        before = record;
        await world.advance(Math.ceil((pauses(world)[nth] ?? 0) * 1.25) + 1);
      }
    },
  },
  {
    id: 'L14',
    title: 'Six failed attempts end it: failed, with no next attempt, and nothing more comes',
    rule: 'Webhooks, When you don’t answer: after six failed attempts the delivery is failed.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const subscription = await subscribe(world, await world.tenant(), { answer: answers(500) });
      const record = await exhausted(world, subscription);
      if (record.attempts !== 6) world.breach(`It failed after ${record.attempts} attempts.`);
      if (record.nextRetryAt !== null) world.breach(`It is failed, and nextRetryAt is ${record.nextRetryAt}.`);
      await world.advance(2 * 86_400);
      // Once a newer delivery has arrived, one that was due would have arrived as well.
      await happen(world, subscription.tenant, 'sms.delivered');
      await arrivals(subscription, record.attempts + 1);
      if (subscription.inbox.deliveries.length > record.attempts + 1) world.breach('A failed delivery was tried once more.');
    },
  },
  {
    id: 'L15',
    title: 'What succeeded or failed can be sent again, what is still under way cannot',
    rule: 'Public API, retryWebhookDelivery: only a delivery that is success or failed can be sent again.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const { api } = await world.tenant();
      const subscription = await subscribe(world, await world.tenant(), { answer: answers(500) });
      const path = { id: (await exhausted(world, subscription)).id };
      const again = bodyOf(await api.ask('retryWebhookDelivery', { path }), 200);
      if (again.status !== 'retrying' || again.attempts !== 7)
        world.breach(`A replay of a failed delivery that fails is ${again.status} after ${again.attempts} attempts.`);
      expectRefusal(world, await api.ask('retryWebhookDelivery', { path }), 400, 'invalid_request', 'A replay of one that is retrying');
      subscription.inbox.answer(answers(200));
      await world.advance(90);
      await recordUntil(subscription, 'success');
      const last = bodyOf(await api.ask('retryWebhookDelivery', { path }), 200);
      if (last.status !== 'success' || last.attempts !== 9)
        world.breach(`A replay of a success is ${last.status} after ${last.attempts} attempts.`);
      const bodies = new Set((await arrivals(subscription, 9)).map(({ body }) => body.toString('latin1')));
      if (bodies.size !== 1) world.breach('A replay sent other bytes.');
    },
  },
];

const endpointsOfEach = 8;

/**
 * Makes one delivery for each endpoint, since a service may attempt less often at an endpoint that keeps failing. There
 * are enough of them to reveal equal draws or draws from a part of the range.
 */
async function failingEndpoints(world: World): Promise<readonly Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (let tenants = 0; tenants < 3; tenants++) {
    const tenant = await world.freshTenant();
    for (let endpoints = 0; endpoints < endpointsOfEach; endpoints++)
      subscriptions.push(await subscribe(world, tenant, { answer: answers(503) }));
    await happen(world, tenant, 'sms.delivered');
  }
  return subscriptions;
}

/** Returns the pauses between six attempts, which are one fewer than the delays. */
const pauses = ({ documents: { asyncapi } }: World): readonly number[] =>
  items(at(asyncapi, asyncapi, 'x-delivery', 'retryDelaysSeconds'))
    .map(Number)
    .slice(0, 5);

const failedSoOften = (of: Recorded, attempts: number, count = 1): Promise<readonly DeliveryRecord[]> =>
  recordsUntil(of, count, `tried ${attempts} times`, (record) => record.attempts === attempts);

/** Returns the pauses as parts of the published delay. */
function expectPauses(world: World, records: readonly DeliveryRecord[], nth: number, seconds: number): readonly number[] {
  const gaps = records.map(({ nextRetryAt, lastAttemptAt }) => (Date.parse(nextRetryAt ?? '') - Date.parse(lastAttemptAt ?? '')) / 1_000);
  // One second of tolerance covers rounding and late writes.
  const [least, most] = [seconds * 0.75 - 1, seconds * 1.25 + 1];
  const off = gaps.filter((gap) => !(gap >= least && gap <= most));
  if (off.length > 0) world.breach(`After attempt ${nth} the next was ${off[0]} s away, not ${seconds} s give or take a quarter.`);
  const spread = (Math.max(...gaps) - Math.min(...gaps)) / seconds;
  if (spread < 0.15)
    world.breach(`After attempt ${nth} ${gaps.length} pauses differ by ${(spread * 100).toFixed(1)} % only: they are not drawn by chance.`);
  return gaps.map((gap) => gap / seconds);
}

/**
 * Expects that the draws of all pauses together reach near both ends of the range. Of 120 draws from the whole range of
 * 50 % fewer than one run in ten million has a spread under 42 %.
 */
function expectWholeRange(world: World, drawn: readonly number[]): void {
  const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
  if (most - least < 0.42)
    world.breach(`${drawn.length} pauses lie between ${percent(least)} and ${percent(most)} of their delay, not between 75 % and 125 %.`);
}

/**
 * Moves the time on to five seconds before the first next attempt is due, and expects none until then. Where those
 * seconds pass meanwhile, because the machine is slow, this pause is not judged.
 */
async function expectNoneEarly(
  world: World,
  failing: readonly Subscription[],
  records: readonly DeliveryRecord[],
  prompt: Subscription,
  attempts: number,
): Promise<void> {
  const due = Math.min(...records.map(({ nextRetryAt }) => Date.parse(nextRetryAt ?? '')));
  const left = async (): Promise<number> => (due - (await world.operator.now()).getTime()) / 1_000;
  await world.advance(Math.max(0, Math.floor(await left()) - 5));
  // Once a newer delivery has arrived, one that was due would have arrived as well.
  await happen(world, prompt.tenant, 'sms.failed');
  await arrivals(prompt, attempts);
  const counts = failing.map(({ inbox }) => inbox.deliveries.length);
  if ((await left()) <= 0) return;
  const off = counts.find((count) => count !== attempts);
  if (off !== undefined) world.breach(`A delivery is at attempt ${attempts}, and ${off} arrived.`);
}

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

interface Expected {
  readonly attempts: number;
  readonly status: number;
  readonly before: DeliveryRecord | null;
}

function expectRecord(world: World, record: DeliveryRecord, { attempts, status, before }: Expected): void {
  const succeeded = status === 200;
  const expected = { status: succeeded ? 'success' : 'retrying', attempts, responseStatus: status };
  for (const [name, value] of Object.entries(expected)) {
    const found = record[name as keyof typeof expected];
    if (found !== value) world.breach(`After attempt ${attempts}, answered with ${status}, ${name} is ${found}, not ${value}.`);
  }
  if ((record.nextRetryAt === null) !== succeeded) world.breach(`After a ${status} nextRetryAt is ${record.nextRetryAt}.`);
  if ((record.errorMessage === null) !== succeeded) world.breach(`After a ${status} errorMessage is ${record.errorMessage}.`);
  if (record.lastAttemptAt === null) world.breach(`After attempt ${attempts} lastAttemptAt is null.`);
  if (before?.nextRetryAt && record.lastAttemptAt && record.lastAttemptAt < before.nextRetryAt)
    world.breach(`Attempt ${attempts} was made at ${record.lastAttemptAt}, before it was due at ${before.nextRetryAt}.`);
}

/** Makes a delivery that has failed for good. */
export async function exhausted(world: World, subscription: Subscription): Promise<DeliveryRecord> {
  await happen(world, subscription.tenant, 'sms.delivered');
  await passPauses(world, [subscription]);
  return recordUntil(subscription, 'failed');
}

/** Lets the time pass until the last attempt of deliveries that fail. */
export async function passPauses(world: World, failing: readonly Subscription[]): Promise<void> {
  for (const [nth, seconds] of pauses(world).entries()) {
    await Promise.all(failing.map((subscription) => failedSoOften(subscription, nth + 1)));
    await world.advance(Math.ceil(seconds * 1.25) + 1);
  }
}
