import { answerOf, isTaken, type Probe, type Vector } from '../vector.ts';

/** Vectors of deliveries that come again, after a failure or out of order. */
export const repeatVectors = (): readonly Vector[] =>
  [twice, retried, replayedAtOnce, afterForgery, afterBreak, afterFailure, outOfOrder].map((vector) => ({
    ...vector,
    group: 'repeats' as const,
  }));

type Repeat = Omit<Vector, 'group'>;

const twiceRule = 'Webhooks, Twice, late, in any order: remember the ids you have handled and answer 2xx to one that comes again.';

const twice: Repeat = {
  id: 'twice',
  title: 'The same delivery twice',
  rule: `Answer 2xx both times, and process it once. ${twiceRule}`,
  async run(probe) {
    const delivery = probe.delivery();
    await probe.takes(delivery);
    await probe.takes(delivery);
  },
};

const retried: Repeat = {
  id: 'signed-again',
  title: 'The same delivery in another attempt: the same id and bytes, another timestamp and signature',
  rule: `Answer 2xx both times, and process it once. Webhooks, X-Webhook-Timestamp: each attempt has its own. ${twiceRule}`,
  async run(probe) {
    const { id, body } = probe.delivery();
    await probe.takes(probe.delivery({ id, body, timestamp: probe.timestamp(-60) }));
    await probe.takes(probe.delivery({ id, body }));
  },
};

/** A receiver may put the second off while it is at work on the first. */
const later = new Set([409, 425, 429, 503]);

const replayedAtOnce: Repeat = {
  id: 'twice-at-once',
  title: 'The same delivery twice at once',
  rule: `Answer 2xx, or to one of them 503 while the other is being handled; answer 2xx when it comes again; process it once. ${twiceRule}`,
  async run(probe) {
    const delivery = probe.delivery();
    const both = await Promise.all([probe.send(delivery), probe.send(delivery)]);
    if (!both.some(isTaken)) probe.breach(`Neither of the two was taken: ${both.map(answerOf).join(', ')}.`, both[0]);
    for (const exchange of both)
      if (!isTaken(exchange) && !later.has(exchange.response.status)) probe.breach(`To one of the two, ${answerOf(exchange)}.`, exchange);
    await probe.takes(delivery);
  },
};

const afterForgery: Repeat = {
  id: 'after-forgery',
  title: 'A delivery whose id a forgery had before',
  rule: `Refuse the forgery with a 4xx and answer 2xx to the delivery: an id is remembered after the signature is verified, or anybody can have deliveries ignored. ${twiceRule}`,
  async run(probe) {
    const delivery = probe.delivery();
    const forgery = await probe.send(probe.delivery({ id: delivery.id, key: 'forged' }));
    if (isTaken(forgery)) probe.breach(`To the forgery, ${answerOf(forgery)}.`, forgery);
    await probe.takes(delivery);
  },
};

const againRule = 'Webhooks, When you don’t answer: what was not answered comes again.';

const afterBreak: Repeat = {
  id: 'after-break',
  title: 'A delivery whose first attempt broke off in the middle of the body',
  rule: `Answer 2xx and process it once. ${againRule}`,
  async run(probe) {
    const delivery = probe.delivery();
    await probe.breakOff(delivery);
    await probe.takes(delivery);
  },
};

const afterFailure: Repeat = {
  id: 'after-failure',
  title: 'A delivery that the receiver has answered with 500',
  rule: `Answer 2xx and process it: an id is remembered when its event is handled, not before. ${againRule}`,
  needs: 'failure',
  run: failAndRepeat,
};

async function failAndRepeat(probe: Probe): Promise<void> {
  const delivery = probe.delivery();
  const failing = await probe.send({ ...delivery, headers: { ...delivery.headers, ...probe.failingHeaders } });
  if (failing.response.status < 500) return probe.breach(`It should have failed with these headers, but ${answerOf(failing)}.`, failing);
  await probe.takes(delivery);
}

const outOfOrder: Repeat = {
  id: 'out-of-order',
  title: 'An event, and after it one that happened earlier',
  rule: 'Answer 2xx to both. Webhooks, Twice, late, in any order: an older one may come after a newer one.',
  async run(probe) {
    for (const timestamp of ['2026-03-01T12:00:00.000Z', '2026-03-01T11:00:00.000Z'])
      await probe.takes(probe.delivery({ body: { ...probe.event(), timestamp } }));
  },
};
