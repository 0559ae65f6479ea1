import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { askUntilPlaced } from '../../calls.ts';
import type { Check } from '../../check.ts';
import { bodyOf } from '../../expect.ts';
import { patience } from '../../patience.ts';
import { answers, type Delivery } from '../../receiver.ts';
import { promptnessSeconds, signatureOf, signatureProblem, standardProblem, timestampProblem } from '../../signature.ts';
import { arrivals, firstDelivery, happen, subscribe } from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L1 to L3 and L24 check the signatures and their timestamp. */
export const webhookSignature: readonly Check[] = [
  {
    id: 'L1',
    title: 'The signature is that of the raw bytes',
    rule: 'Webhooks, Checking the signature: HMAC-SHA256 of timestamp, full stop and raw body, keyed by the secret as text.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      for (const method of ['POST', 'PUT']) {
        const subscription = await subscribe(world, tenant, { event: 'sms.received', endpoint: { method } });
        const problem = signatureProblem(await firstDelivery(world, subscription, 'sms.received'), subscription.secret);
        if (problem) world.breach(`Of a ${method}, ${problem}.`);
      }
    },
  },
  {
    id: 'L2',
    title: 'What was signed are the bytes as the caller ordered and wrote them, not a body written again',
    rule: 'Public API, Conventions: metadata is echoed as the JSON that was sent; Webhooks, Checking the signature: the raw bytes.',
    needs: ['operator', 'receiver', 'simulator'],
    async run(world) {
      const tenant = await world.tenant();
      const subscription = await subscribe(world, tenant, { event: 'call.completed' });
      // If JavaScript parses and serialises this body its bytes change: integer names move to the front and 1.0 becomes
      // 1.
      const metadata = '{"b":"é – 電話 😀 \\u2028/","10":1.0,"2":12345678901234567890,"a":null}';
      const phoneNumber = world.simulator.numberFor('busy');
      const body = `{"agentId":"${tenant.agentId}","phoneNumber":"${phoneNumber}","idempotencyKey":"${randomUUID()}","metadata":${metadata}}`;
      bodyOf(await askUntilPlaced(tenant, 'placeCall', { body }), 201);
      const delivery = await subscription.inbox.next('the call.completed', () => true, patience(60_000));
      expectEcho(world, delivery, subscription.secret);
    },
  },
  {
    id: 'L3',
    title: 'The timestamp is in whole seconds, within five of the attempt, and new on each attempt',
    rule: 'Webhooks, X-Webhook-Timestamp: when this attempt was signed; each attempt has its own.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const subscription = await subscribe(world, tenant, { answer: answers(500) });
      const happenedAt = Date.now();
      await happen(world, tenant, 'sms.delivered');
      await arrivals(subscription, 1);
      // The pause is long enough for the second attempt to be signed in another second.
      await delay(2_100);
      const dueAt = Date.now();
      await world.advance(90);
      const deliveries = await arrivals(subscription, 2);
      for (const [n, delivery] of deliveries.entries()) {
        const problem = timestampProblem(delivery, promptnessSeconds, n === 0 ? happenedAt : dueAt);
        if (problem) world.breach(`${problem}.`);
      }
      const [first, second] = deliveries.map(({ headers }) => headers['x-webhook-timestamp']);
      if (first === second) world.breach(`The second attempt carries the timestamp of the first, ${first}.`);
    },
  },
  {
    id: 'L24',
    title: 'An endpoint gets the headers of Standard Webhooks where it asked for them, beside the usual ones, and not otherwise',
    rule: 'Webhooks, Standard Webhooks: v1 and the base64 HMAC-SHA256 of id, timestamp and raw body, keyed by the secret as text.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      const asked = await subscribe(world, tenant, { event: 'sms.received', endpoint: { standardWebhooks: true } });
      const silent = await subscribe(world, tenant, { event: 'sms.received' });
      await happen(world, tenant, 'sms.received');
      const [[signed], [unsigned]] = [await arrivals(asked, 1), await arrivals(silent, 1)];
      const problem = signed && (signatureProblem(signed, asked.secret) ?? standardProblem(signed, asked.secret));
      if (problem) world.breach(`Of an endpoint with standardWebhooks, ${problem}.`);
      if (unsigned?.headers['webhook-signature'] !== undefined)
        world.breach('An endpoint without standardWebhooks got a webhook-signature.');
    },
  },
];

function expectEcho(world: World, { headers, body, json }: Delivery, secret: string): void {
  const problem = signatureProblem({ headers, body }, secret);
  if (problem) world.breach(`On a body with numbers and names that do not survive JSON.parse, ${problem}.`);
  const echoed = '{"b":"é – 電話 😀 \u2028/","10":1.0,"2":12345678901234567890,"a":null}';
  if (!body.toString('utf8').includes(`"metadata":${echoed}`))
    world.breach('metadata is not echoed in the order and with the digits it came with.');
  const again = Buffer.from(JSON.stringify(json));
  if (headers['x-webhook-signature'] === signatureOf(again, headers['x-webhook-timestamp'] ?? '', secret))
    world.breach('The signature is that of the body parsed and written again.');
}
