import type { Check } from '../../check.ts';
import { expectRefusal } from '../../expect.ts';
import { answers } from '../../receiver.ts';
import { arrivals, happen, recordsOf, recordTried, recordUntil, subscribe } from '../../subscription.ts';

/** L18 and L19 check which addresses receive deliveries, and which never do. */
export const webhookAddresses: readonly Check[] = [
  {
    id: 'L18',
    title: 'Deleting an endpoint stops its retries',
    rule: 'Public API, deleteWebhookEndpoint: removes its deliveries that are still pending or retrying; finished ones stay readable.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const deleted = await subscribe(world, tenant);
      const kept = await subscribe(world, tenant, { answer: answers(500) });
      await happen(world, tenant, 'sms.delivered');
      const finished = await recordUntil(deleted, 'success');
      deleted.inbox.answer(answers(500));
      await happen(world, tenant, 'sms.delivered');
      await arrivals(deleted, 2);
      await arrivals(kept, 2);
      await tenant.api.ask('deleteWebhookEndpoint', { path: { id: deleted.endpoint.id } });
      await world.advance(90);
      await arrivals(kept, 4);
      // Both deliveries were due at the same time and may come in any order. Once a later event has arrived, this one
      // would have arrived too.
      kept.inbox.answer(answers(200));
      await happen(world, tenant, 'sms.delivered');
      await arrivals(kept, 5);
      if (deleted.inbox.deliveries.length > 2) world.breach('A deleted endpoint got another webhook.');
      const left = await recordsOf(deleted);
      if (left.length !== 1 || left[0]?.id !== finished.id)
        world.breach(`Of a deleted endpoint ${left.length} deliveries are left, not the finished one.`);
    },
  },
  {
    id: 'L19',
    title: 'Addresses that are not public are refused, however they are written, and redirects to them are not followed',
    rule: 'Public API, createWebhookEndpoint: the address must be public; Webhooks: redirects count as failed.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      for (const url of refusedUrls) {
        const exchange = await tenant.api.ask('createWebhookEndpoint', { body: { name: 'Not public', url } });
        expectRefusal(world, exchange, 400, 'invalid_webhook_url', `A webhook endpoint at ${url}`);
      }
      const elsewhere = world.receiver.inbox();
      const subscription = await subscribe(world, tenant, {
        answer: (_delivery, _nth, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
      });
      await happen(world, tenant, 'sms.delivered');
      const record = await recordTried(subscription);
      if (record.status !== 'retrying' || record.responseStatus !== 307) world.breach(`After a redirect the delivery is ${record.status}.`);
      if (elsewhere.deliveries.length > 0) world.breach('A redirect was followed.');
    },
  },
];

/** Loopback is not in the list: a sandbox may allow it, and the run's own receiver may use it. */
const refusedUrls = [
  'ftp://example.com/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'example.com/hook',
  'https://user:secret@example.com/hook',
  'https://user@example.com/hook',
  'https://example.com:0/hook',
  'https://example.com/\r\nX: y',
  ' https://example.com/hook',
  'https://10.0.0.1/hook',
  'https://172.16.0.1/hook',
  'https://192.168.1.1/hook',
  'https://100.64.0.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/hook',
  'https://224.0.0.1/hook',
  'https://255.255.255.255/hook',
  'https://198.18.0.1/hook',
  'https://192.0.2.1/hook',
  // These are 10.0.0.1 and 169.254.169.254 as one number, in octal, in hexadecimal, and shortened.
  'https://167772161/hook',
  'https://012.0.0.1/hook',
  'https://0x0a000001/hook',
  'https://10.1/hook',
  'https://0xa9.0xfe.0xa9.0xfe/hook',
  'https://２８５２０３９１６６/hook',
  'https://[fd00::1]/hook',
  'https://[fe80::1]/hook',
  'https://[ff02::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://[::ffff:a9fe:a9fe]/hook',
  'https://[64:ff9b::10.0.0.1]/hook',
  'https://[2002:0a00:0001::]/hook',
  'https://[::]/hook',
  'https://10.0.0.1./hook',
];
