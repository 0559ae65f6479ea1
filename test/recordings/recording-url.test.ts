import assert from 'node:assert/strict';
import { type TestContext as NodeTest, test } from 'node:test';
import { request } from 'undici';
import type { RecordingStore } from '../../src/recordings/recording-store.ts';
import { s3Store } from '../../src/recordings/s3-store.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';
import { s3Server } from '../support/s3.ts';

/** A call that was answered, talked, recorded and fetched, over HTTP from one end to the other. */
async function recordedCall(service: Ringpost): Promise<{ who: ReadyTenant; callId: string; urlNow: () => Promise<string> }> {
  const who = await readyTenant(service);
  const placed = await who.api.post('/calls', { agentId: who.agentId, phoneNumber: '+15550010001' });
  assert.equal(placed.status, 201);
  assert.ok(!('recordingUrl' in placed.body.call));
  const callId: string = placed.body.call.id;
  assert.equal((await who.api.get(`/calls/${callId}`)).body.call.recordingUrl, null);
  await service.settle();
  return { who, callId, urlNow: async () => (await who.api.get(`/calls/${callId}`)).body.call.recordingUrl };
}

async function statusOf(url: string): Promise<number> {
  const { statusCode, body } = await request(url);
  await body.dump();
  return statusCode;
}

test('the S3 store: recordingUrl is presigned anew on each read, with real time, whatever the service’s clock says', async (t) => {
  const service = await ringpost(t);
  let real = Date.now();
  await useS3(t, service, () => new Date(real));
  const { urlNow, who, callId } = await recordedCall(service);
  service.clock.advanceService(86_400);
  const url = new URL(await urlNow());
  assert.ok(url.pathname.endsWith(`/${who.tenantId}/${callId}.wav`) || url.pathname.endsWith(`/${who.tenantId}/${callId}.mp3`));
  assert.equal(url.searchParams.get('X-Amz-Date'), stampOf(real));
  assert.equal(await statusOf(url.href), 200);

  real -= 901_000;
  assert.equal(await statusOf(await urlNow()), 403, 'signed fifteen minutes and a second ago');
  real += 901_000;
  assert.equal(await statusOf(await urlNow()), 200);
});

const stampOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

async function useS3(t: NodeTest, service: Ringpost, realNow: () => Date): Promise<void> {
  const s3 = await s3Server();
  const store = s3Store(s3.settings, { realNow });
  t.after(async () => {
    store.close();
    await s3.close();
  });
  // The harness has a store already; its servers look it up at each request.
  (service.context as { recordings: RecordingStore }).recordings = store;
}
