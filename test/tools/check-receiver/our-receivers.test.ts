import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { receiverReport } from '../../../tools/check-receiver/report.ts';
import { checkReceiver, contractTimeoutMs, type Wanted } from '../../../tools/check-receiver/run.ts';
import { listen } from '../../support/api.ts';
import { exampleReceivers, startReceiver } from '../../support/example-receivers.ts';
import { sdkReceivers } from '../../support/sdk-receivers.ts';
import { silent } from '../conformance/run.ts';
import { secondSecret, secret } from './receiver.ts';

/** The receivers of the package and of the documentation, each over HTTP. */

async function expectSound(url: string, differs: Partial<Wanted>, skipped: readonly string[]): Promise<void> {
  const rest = { secondSecret: null, standardWebhooks: false, processedUrl: null, failingHeaders: {}, load: null };
  const run = await checkReceiver(
    { url, secret, event: null, only: [], timeoutMs: contractTimeoutMs, ...rest, ...differs },
    { listener: silent, now: () => new Date(), pause: () => delay(20), stop: new AbortController().signal },
  );
  const notPassed = run.results.filter(({ verdict }) => verdict !== 'pass').map(({ check }) => check.id);
  assert.deepEqual(notPassed, skipped, receiverReport('terminal', run));
}

for (const receiver of exampleReceivers)
  test(`the ${receiver.language} receiver does what a receiver must`, { skip: receiver.skip }, async (t) => {
    const { url } = await startReceiver(t, receiver, secret);
    // Nothing tells this receiver to fail.
    await expectSound(url, {}, ['second-secret', 'after-failure']);
  });

for (const [name, start] of Object.entries(sdkReceivers))
  test(`the package’s receiver for ${name} does what a receiver must, and processes each delivery once`, async (t) => {
    const processed: Record<string, number> = {};
    let failsNext = false;
    const url = await start(t, {
      secret: [secret, secondSecret],
      onDelivery({ deliveryId }) {
        const isFailing = failsNext;
        failsNext = false;
        if (isFailing) throw new Error('The CRM is down.');
        processed[deliveryId] = (processed[deliveryId] ?? 0) + 1;
      },
    });
    const { origin: processedUrl, close } = await listen(
      createServer((_request, response) => void response.end(JSON.stringify(processed))),
    );
    t.after(close);
    await expectSound(url, { secondSecret, processedUrl }, ['after-failure']);
    failsNext = true;
    await expectSound(url, { processedUrl, only: ['after-failure'], failingHeaders: { 'X-Fail': '1' } }, []);
  });

test('a receiver with the public library of Standard Webhooks does what a receiver must', async (t) => {
  const webhook = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`);
  const server = createServer(async (request, response) => {
    const raw = await buffer(request).catch(() => null);
    if (!raw) return;
    try {
      // The library wants one text for each header.
      webhook.verify(raw, Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])));
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  const { origin, close } = await listen(server);
  t.after(close);
  await expectSound(origin, { standardWebhooks: true }, ['second-secret', 'after-failure']);
});
