import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { request } from 'undici';
import type { Context } from '../../src/context.ts';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { s3Store } from '../../src/recordings/s3-store.ts';
import { onlyCall, placed, type Ready, readyToCall } from '../calls/calling.ts';
import { tell, telling } from '../calls/telling.ts';
import { listen, listenFor, type TestServer } from '../support/api.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { forgetTenants } from '../support/fixtures.ts';
import { s3Server } from '../support/s3.ts';

const MiB = 1024 * 1024;
/** S3 judges its URLs by the real time of its own machine. */
const machine = { realNow: () => new Date() };
const hoursAhead = new Date(Date.now() + 10 * 3_600_000);

const s3 = await s3Server();
const store = s3Store(s3.settings, machine);
after(async () => {
  store.close();
  await s3.close();
});

async function fetched(url: string): Promise<{ status: number; type: unknown; text: string }> {
  const { statusCode, headers, body } = await request(url);
  return { status: statusCode, type: headers['content-type'], text: await body.text() };
}

async function* inChunks(total: number, until = total): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < total; sent += 64 * 1024) {
    if (sent >= until) throw new Error('the line broke');
    yield Buffer.alloc(Math.min(64 * 1024, total - sent), sent / 1024);
  }
}

/** AWS Signature Version 4 of a presigned GET, from its documentation. */
function signatureOf(url: URL, secretAccessKey: string): string {
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature').map((pair) => pair.map(encodeURIComponent).join('='));
  const request = ['GET', url.pathname, query.sort().join('&'), `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = (url.searchParams.get('X-Amz-Credential') ?? '').split('/').slice(1);
  const toSign = ['AWS4-HMAC-SHA256', url.searchParams.get('X-Amz-Date'), scope.join('/'), hashOf(Buffer.from(request))].join('\n');
  const keyed = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return keyed(scope.reduce<Buffer>(keyed, Buffer.from(`AWS4${secretAccessKey}`)), toSign).toString('hex');
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

describe('the S3 store', () => {
  test('puts a recording under its key, and a presigned URL leads to it', async () => {
    await store.put('ten_1/call_1.mp3', [Buffer.from('ID3 and so on')], 'audio/mpeg');
    const url = new URL(await store.signedUrl('ten_1/call_1.mp3', hoursAhead));
    assert.equal(url.pathname, '/recordings/ten_1/call_1.mp3');
    assert.equal(url.searchParams.get('X-Amz-Expires'), '900');
    assert.deepEqual(await fetched(url.href), { status: 200, type: 'audio/mpeg', text: 'ID3 and so on' });
  });

  test('a URL dies fifteen minutes after it was signed, by real time and whatever the service’s clock says', async () => {
    await store.put('ten_1/call_2.wav', [Buffer.from('RIFF')], 'audio/wav');
    const signedAgo = (seconds: number) => s3Store(s3.settings, { realNow: () => new Date(Date.now() - seconds * 1_000) });
    assert.equal((await fetched(await signedAgo(880).signedUrl('ten_1/call_2.wav', hoursAhead))).status, 200);
    const dead = await fetched(await signedAgo(902).signedUrl('ten_1/call_2.wav', hoursAhead));
    assert.equal(dead.status, 403);
    assert.match(dead.text, /expired/);
  });

  test('the signature is the one that Amazon’s rules ask for, over the key, the time and the validity', async () => {
    // The test's server reads no signatures of version 4, so they are worked out here.
    const url = new URL(await store.signedUrl('ten_1/call_3.wav', hoursAhead));
    const given = url.searchParams.get('X-Amz-Signature');
    assert.equal(given, signatureOf(url, 'S3RVER'));
    const stranger = s3Store({ ...s3.settings, credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'guessed' } }, machine);
    const forged = new URL(await stranger.signedUrl('ten_1/call_3.wav', hoursAhead));
    assert.notEqual(forged.searchParams.get('X-Amz-Signature'), signatureOf(forged, 'S3RVER'));
    for (const [part, other] of [
      ['call_3', 'call_1'],
      ['X-Amz-Expires=900', 'X-Amz-Expires=9000'],
    ] as const)
      assert.notEqual(given, signatureOf(new URL(url.href.replace(part, other)), 'S3RVER'));
    stranger.close();
  });

  test('a large recording goes up in parts, each sent before the next is read', async () => {
    const total = 20 * MiB + 17;
    const partsAsked = () => s3.asked.filter((line) => line.includes('call_large') && line.includes('partNumber')).length;
    let partsHalfway = -1;
    let read = 0;
    async function* watched() {
      for await (const chunk of inChunks(total)) {
        read += chunk.length;
        if (partsHalfway < 0 && read > 16.5 * MiB) partsHalfway = partsAsked();
        yield chunk;
      }
    }
    await store.put('ten_1/call_large.wav', watched(), 'audio/wav');
    assert.deepEqual([partsHalfway, partsAsked()], [2, 3]);
    const stored = await s3.read('ten_1/call_large.wav');
    const expected: Uint8Array[] = [];
    for await (const chunk of inChunks(total)) expected.push(chunk);
    assert.equal(hashOf(stored ?? Buffer.alloc(0)), hashOf(Buffer.concat(expected)));
  });

  for (const [what, total, until] of [
    ['in its first part', 4 * MiB, 1 * MiB],
    ['in a later part', 20 * MiB, 17 * MiB],
  ] as const) {
    test(`a recording that breaks off ${what} is never seen, and one that was there before stays`, async () => {
      const key = `ten_1/call_broken_${total}.wav`;
      await assert.rejects(store.put(key, inChunks(total, until), 'audio/wav'), /the line broke/);
      assert.equal(await s3.read(key), null);
      await store.put(key, [Buffer.from('whole')], 'audio/wav');
      await assert.rejects(store.put(key, inChunks(total, until), 'audio/wav'));
      assert.equal(String(await s3.read(key)), 'whole');
    });
  }

  test('removes what lies under a key, and what does not is removed already', async () => {
    const [gone, left] = ['ten_1/call_gone.mp3', 'ten_1/call_left.mp3'];
    for (const key of [gone, left]) await store.put(key, [Buffer.from('ID3')], 'audio/mpeg');
    for (let times = 0; times < 2; times++) await store.remove(gone);
    assert.deepEqual([await s3.read(gone), String(await s3.read(left))], [null, 'ID3']);
  });

  test('a recording of nothing is a recording', async () => {
    await store.put('ten_1/call_empty.wav', [], 'audio/wav');
    assert.equal((await s3.read('ten_1/call_empty.wav'))?.length, 0);
  });

  test('the signal ends an upload that hangs', async (t) => {
    const { origin: endpoint } = await listenFor(t, createServer());
    const hanging = s3Store({ ...s3.settings, endpoint }, machine);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(hanging.put('ten_1/call_9.wav', [Buffer.from('RIFF')], 'audio/wav', signal));
    hanging.close();
  });
});

describe('fetching into the S3 store', () => {
  let answer: (response: ServerResponse) => void;
  let provider: TestServer;
  let context: TestContext;
  let ready: Ready;

  before(async () => {
    provider = await listen(createServer((_, response) => answer(response)));
    context = await testContext({ env: { VAPI_BASE_URL: provider.origin, RINGPOST_MAX_RECORDING_BYTES: String(9 * MiB) } });
  });
  after(async () => {
    await provider.close();
    await context.close();
  });
  beforeEach(async () => {
    await forgetTenants(context);
    answer = (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3');
    ready = await readyToCall(context);
  });

  /** A process of its own: the same database, its own store. */
  const processWith = (settings = s3.settings): Context => ({ ...context, recordings: s3Store(settings, machine) });

  async function recordedCall(): Promise<string> {
    const { id } = await placed(context, ready);
    const say = telling(id, context.clock.realNow());
    const recordingUrl = `${context.config.vapi.baseUrl}/1.mp3`;
    await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed({ recordingUrl }));
    return `${ready.who.tenantId}/${id}.mp3`;
  }

  test('stores it under the tenant’s and the call’s ids', async () => {
    const key = await recordedCall();
    assert.equal(await fetchRecordingOnce(processWith()), 1);
    assert.equal(String(await s3.read(key)), 'ID3');
    const call = await onlyCall(context);
    assert.deepEqual([call.recording_state, call.recording_key], ['stored', key]);
  });

  test('a bucket that is not there is tried again until it is', async () => {
    const key = await recordedCall();
    await fetchRecordingOnce(processWith({ ...s3.settings, bucket: 'not-there' }));
    assert.deepEqual([(await onlyCall(context)).recording_state, (await onlyCall(context)).recording_attempts], ['due', 1]);
    context.clock.advance(5);
    await fetchRecordingOnce(processWith());
    assert.equal(String(await s3.read(key)), 'ID3');
  });

  test('a store that is away is tried again', async () => {
    await recordedCall();
    await fetchRecordingOnce(processWith({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }));
    assert.equal((await onlyCall(context)).recording_state, 'due');
  });

  test('when a process hangs in the middle another takes the recording over, and only the whole is ever seen', async () => {
    const key = await recordedCall();
    const begun = new Promise<ServerResponse>((resolve) => {
      answer = (response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('ID3 ha');
        resolve(response);
      };
    });
    const first = fetchRecordingOnce(processWith());
    const half = await begun;
    assert.equal(await fetchRecordingOnce(processWith()), 0, 'the first still holds it');
    assert.equal(await s3.read(key), null);

    context.clock.advance(121);
    answer = (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 whole');
    assert.equal(await fetchRecordingOnce(processWith()), 1);
    assert.equal(String(await s3.read(key)), 'ID3 whole');

    half.destroy();
    assert.equal(await first, 1);
    assert.equal(String(await s3.read(key)), 'ID3 whole');
    const call = await onlyCall(context);
    assert.deepEqual([call.recording_state, call.recording_due_at], ['stored', null]);
  });

  test('one that grows too large on its way, parts of it sent already, is given up and never seen', async () => {
    const key = await recordedCall();
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'transfer-encoding': 'chunked' });
      response.end(Buffer.alloc(10 * MiB));
    };
    await fetchRecordingOnce(processWith());
    assert.equal((await onlyCall(context)).recording_state, 'failed');
    assert.equal(await s3.read(key), null);
  });
});
