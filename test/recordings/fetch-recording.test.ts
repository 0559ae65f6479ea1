import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { beforeEach, test } from 'node:test';
import { readCall } from '../../src/calls/read-call.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { removeExpiredRecordingsOnce } from '../../src/recordings/retention.ts';
import { vapiProvider } from '../../src/voice/vapi/vapi-provider.ts';
import { type CallBody, onlyCall, placed, type Ready, readyToCall } from '../calls/calling.ts';
import { published, tell, telling } from '../calls/telling.ts';
import { listenFor, listenOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, forgetTenants, trigger } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { bodyOf, requestFor } from '../support/requests.ts';

let asked: string[] = [];
let keys: (string | undefined)[] = [];
let answer: (path: string, response: ServerResponse) => void;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  keys.push(request.headers.authorization);
  answer(request.url ?? '', response);
});

const { origin } = await listenOfFile(server);
const context = await contextOfFile({ env: { VAPI_BASE_URL: `${origin}/vapi`, RINGPOST_MAX_RECORDING_BYTES: '1024' } });
let ready: Ready;
beforeEach(async () => {
  await forgetTenants(context);
  context.recordings.stored.clear();
  asked = [];
  keys = [];
  answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end('RIFF');
  ready = await readyToCall(context);
  const { id } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, id);
});

/** A call that has talked and been analysed; its recording lies at `url`. */
async function recordedCall(url = `${origin}/1.wav`): Promise<string> {
  const { id } = await placed(context, ready);
  const say = telling(id, context.clock.realNow());
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed({ recordingUrl: url }));
  return id;
}

const recordingUrlOf = async (callId: string): Promise<unknown> =>
  bodyOf<CallBody>(await readCall(context, ready.who, requestFor(callId))).call['recordingUrl'];

test('stores the recording, and then the call’s event goes out', async () => {
  const id = await recordedCall();
  assert.equal(await recordingUrlOf(id), null);
  assert.equal(await fetchRecordingOnce(context), 1);
  const key = `${ready.who.tenantId}/${id}.wav`;
  assert.deepEqual(Buffer.from(context.recordings.stored.get(key) ?? []).toString(), 'RIFF');
  await reconcileCalls(context);
  assert.equal((await published(context)).length, 1);
  assert.match(String(await recordingUrlOf(id)), new RegExp(key));
  assert.equal(await fetchRecordingOnce(context), 0);
});

test('tries again with growing gaps, long after the event has gone out without it', async () => {
  const id = await recordedCall();
  answer = (_, response) => response.writeHead(503).end();
  const triedAt: number[] = [];
  let seconds = 0;
  for (const gap of [0, 5, 15, 60, 300]) {
    context.clock.advance(gap);
    seconds += gap;
    if ((await fetchRecordingOnce(context)) === 1) triedAt.push(seconds);
    assert.equal(await fetchRecordingOnce(context), 0);
    await reconcileCalls(context);
  }
  assert.deepEqual(triedAt, [0, 5, 20, 80, 380]);
  assert.equal((await published(context)).length, 1);
  answer = (_, response) => response.writeHead(200).end('RIFF');
  context.clock.advance(1_800);
  await fetchRecordingOnce(context);
  assert.match(String(await recordingUrlOf(id)), /call_/);
  await reconcileCalls(context);
  assert.equal((await published(context)).length, 1);
});

test('gives up after the last try', async () => {
  await recordedCall();
  answer = (_, response) => response.destroy();
  for (let i = 0; i < 8; i++) {
    await fetchRecordingOnce(context);
    context.clock.advance(21_600);
  }
  const call = await onlyCall(context);
  assert.deepEqual([call.recording_state, call.recording_attempts, call.recording_due_at], ['failed', 8, null]);
  assert.equal(await fetchRecordingOnce(context), 0);
});

test('a recording is given up once the store has nothing of it, although its answers were lost', async (t) => {
  const id = await recordedCall();
  const { put, remove, stored } = context.recordings;
  t.after(() => Object.assign(context.recordings, { put, remove }));
  context.recordings.put = async (...recording) => {
    await put(...recording);
    throw new Error('the connection was lost');
  };
  context.recordings.remove = () => Promise.reject(new Error('the store is away'));
  for (let i = 0; i < 9; i++) {
    await fetchRecordingOnce(context);
    context.clock.advance(21_600);
  }
  assert.equal((await onlyCall(context)).recording_state, 'due');
  assert.deepEqual([...stored.keys()], [`${ready.who.tenantId}/${id}.wav`]);
  context.recordings.remove = remove;
  await fetchRecordingOnce(context);
  assert.equal((await onlyCall(context)).recording_state, 'failed');
  assert.deepEqual([...stored.keys()], []);
});

test('what an earlier try has stored in another format is removed with the recording', async (t) => {
  await recordedCall();
  const { put, stored } = context.recordings;
  t.after(() => Object.assign(context.recordings, { put }));
  context.recordings.put = async (...recording) => {
    await put(...recording);
    throw new Error('the connection was lost');
  };
  answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3');
  await fetchRecordingOnce(context);
  context.recordings.put = put;
  answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end('RIFF');
  context.clock.advance(5);
  await fetchRecordingOnce(context);
  await reconcileCalls(context);
  await context.db.knex('tenants').update({ recording_retention_days: 30 });
  context.clock.advance(31 * 24 * 3_600);
  assert.equal(await removeExpiredRecordingsOnce(context), 1);
  assert.deepEqual([...stored.keys()], []);
});

test('a recording that is too large, or gone for good, is given up at once, and the event waits no longer', async () => {
  await recordedCall();
  answer = (_, response) => response.writeHead(200).end('x'.repeat(1_025));
  await fetchRecordingOnce(context);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).recording_state, 'failed');
  assert.equal((await published(context)).length, 1);
});

test('a recording that is gone from its address is asked for as the holder of the key', async () => {
  const id = await recordedCall(`${origin}/gone.wav`);
  const guarded = `/vapi/call/${providerCallId(id)}/mono-recording`;
  const asHolder = { ...context, voice: { ...context.voice, recordingOf: () => ({ url: `${origin}${guarded}`, headers: {} }) } };
  answer = (path, response) => response.writeHead(path === guarded ? 200 : 410).end('RIFF');
  await fetchRecordingOnce(asHolder);
  assert.deepEqual(asked, ['/gone.wav', guarded]);
  assert.equal((await onlyCall(context)).recording_state, 'stored');
});

test('a store that fails is tried again, and each try is counted', async () => {
  const before = await countedTries();
  await recordedCall();
  const { put } = context.recordings;
  context.recordings.put = () => Promise.reject(new Error('disk full'));
  await fetchRecordingOnce(context);
  context.recordings.put = put;
  assert.equal((await onlyCall(context)).recording_state, 'due');
  context.clock.advance(5);
  await fetchRecordingOnce(context);
  assert.equal((await onlyCall(context)).recording_state, 'stored');
  assert.deepEqual(
    (await countedTries()).map((count, n) => count - (before[n] ?? 0)),
    [1, 1],
  );
});

/** Of those that stored a recording, and of those that did not. */
async function countedTries(): Promise<readonly number[]> {
  const { values } = await context.metrics.recordingFetches.get();
  return ['stored', 'failed'].map((result) => values.find(({ labels }) => labels['result'] === result)?.value ?? 0);
}

test('a download whose process died is due again by itself', async () => {
  await recordedCall();
  await context.db.knex('calls').update({ recording_due_at: new Date(context.clock.now().getTime() + 120_000) });
  assert.equal(await fetchRecordingOnce(context), 0);
  context.clock.advance(121);
  assert.equal(await fetchRecordingOnce(context), 1);
  assert.equal((await onlyCall(context)).recording_state, 'stored');
});

test('follows the redirects of the provider’s storage, but not into our own network', async (t) => {
  const guarded = { ...context, guard: new AddressGuard({ allowedPrivate: [], clock: context.clock, connectTimeoutMs: 1_000 }) };
  const inside = await listenFor(
    t,
    createServer((_, response) => response.end('internal')),
  );
  answer = (path, response) => {
    if (path === '/1.wav') response.writeHead(302, { location: '/there.wav' }).end();
    else if (path === '/2.wav') response.writeHead(302, { location: `${inside.origin}/metadata` }).end();
    else response.writeHead(200).end('RIFF');
  };
  await recordedCall();
  await fetchRecordingOnce(guarded);
  assert.deepEqual(asked, ['/1.wav', '/there.wav']);
  assert.equal(context.recordings.stored.size, 1);
  for (const url of [`${origin}/2.wav`, `${inside.origin}/metadata`, 'file:///etc/passwd']) {
    await recordedCall(url);
    await fetchRecordingOnce(guarded);
  }
  assert.equal(context.recordings.stored.size, 1);
});

test('a recording that only the holder of the key may have is asked for with the key, which goes nowhere else', async (t) => {
  const voice = vapiProvider({ config: context.config, clock: context.clock, guard: context.guard });
  t.after(() => voice.close());
  const asHolder = { ...context, voice: { ...context.voice, ...voice } };
  const id = await recordedCall(`${origin}/private/1.wav`);
  const guarded = `/vapi/call/${providerCallId(id)}/mono-recording`;
  answer = (path, response) => {
    if (path === guarded) response.writeHead(302, { location: '/open-for-minutes.wav?signature=1' }).end();
    else response.writeHead(path.startsWith('/private/') ? 403 : 200).end('RIFF');
  };
  await fetchRecordingOnce(asHolder);
  assert.deepEqual(asked, ['/private/1.wav', guarded, '/open-for-minutes.wav?signature=1']);
  assert.deepEqual(keys, [undefined, `Bearer ${context.config.vapi.apiKey}`, undefined]);
  assert.equal((await onlyCall(context)).recording_state, 'stored');
});
