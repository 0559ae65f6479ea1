import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { localStore } from '../../src/recordings/local-store.ts';
import { serveRecording } from '../../src/recordings/serve-recording.ts';
import { manualClock } from '../support/clock.ts';
import { folderFor } from '../support/folder.ts';

const secretKey = randomBytes(32);
const key = 'ten_1/call_1.wav';
const content = Buffer.from('0123456789');

const parent = folderFor({ after });
const clock = manualClock();

await writeFile(join(parent, 'secret.wav'), 'not for you');
const store = localStore({ folder: join(parent, 'recordings'), publicUrl: 'https://ringpost.test', secretKey });
await store.put(key, [content], 'audio/wav');

async function serve(path: string, query: URLSearchParams, range?: string) {
  const { status, headers, body } = await serveRecording({ recordings: store, clock }, path, query, range);
  let text = '';
  for await (const chunk of body) text += chunk;
  return { status, headers, text };
}

const signedUrl = async (): Promise<URL> => new URL(await store.signedUrl(key, clock.now()));

test('a signed URL leads to the recording, whole or in part', async () => {
  const url = await signedUrl();
  assert.equal(url.origin + url.pathname, 'https://ringpost.test/recordings/ten_1/call_1.wav');
  const whole = await serve(url.pathname, url.searchParams);
  assert.deepEqual(
    [whole.status, whole.headers['Content-Type'], whole.headers['Content-Length'], whole.text],
    [200, 'audio/wav', '10', '0123456789'],
  );
  const ranges: readonly [string, number, string, string | undefined][] = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ];
  for (const [range, status, text, contentRange] of ranges) {
    const part = await serve(url.pathname, url.searchParams, range);
    assert.deepEqual([part.status, part.text, part.headers['Content-Range']], [status, text, contentRange], range);
    assert.equal(part.headers['Content-Length'], String(text.length), range);
  }
});

test('a URL dies after fifteen minutes of the service’s time', async () => {
  const url = await signedUrl();
  clock.advanceService(899);
  assert.equal((await serve(url.pathname, url.searchParams)).status, 200);
  clock.advanceService(1);
  const dead = await serve(url.pathname, url.searchParams);
  assert.equal(dead.status, 403);
  assert.match(dead.text, /expired/);
});

test('nothing of a URL can be changed', async () => {
  const url = await signedUrl();
  await store.put('ten_2/call_2.wav', [content], 'audio/wav');
  const later = new URLSearchParams(url.searchParams);
  later.set('expires', String(Number(later.get('expires')) + 1));
  const bare = new URLSearchParams({ expires: '9999999999' });
  assert.equal((await serve('/recordings/ten_2/call_2.wav', url.searchParams)).status, 403);
  assert.equal((await serve(url.pathname, later)).status, 403);
  assert.equal((await serve(url.pathname, bare)).status, 403);
  assert.equal((await serve(url.pathname, new URLSearchParams())).status, 403);
  const stranger = localStore({ folder: join(parent, 'recordings'), publicUrl: 'https://ringpost.test', secretKey: randomBytes(32) });
  const forged = new URL(await stranger.signedUrl(key, clock.now()));
  assert.equal((await serve(forged.pathname, forged.searchParams)).status, 403);
});

test('no key climbs out of the folder', async () => {
  for (const climbing of [
    '../secret.wav',
    'ten_1/../../secret.wav',
    '/etc/passwd',
    'ten_1/..%2fsecret.wav',
    'ten_1/call_1.wav\u0000',
    '',
    '.',
    'ten_1',
  ]) {
    await assert.rejects(store.put(climbing, [content], 'audio/wav'), /not a recording's key/);
    await assert.rejects(store.signedUrl(climbing, clock.now()));
    assert.equal(await store.served.open(climbing), null, climbing);
  }
});

test('a recording that is gone is not found, and leaves no unfinished file when it is written again', async () => {
  const gone = new URL(await store.signedUrl('ten_1/call_gone.wav', clock.now()));
  assert.equal((await serve(gone.pathname, gone.searchParams)).status, 404);
  await store.put(key, [content], 'audio/wav');
  assert.deepEqual(await readdir(join(parent, 'recordings', 'ten_1')), ['call_1.wav']);
});

test('a recording that breaks off is never seen, leaves nothing, and what was there before stays', async () => {
  async function* breaksOff() {
    yield Buffer.from('half');
    assert.equal((await readdir(join(parent, 'recordings', 'ten_1'))).length, 2, 'it is written as it comes');
    throw new Error('the line broke');
  }
  await assert.rejects(store.put(key, breaksOff(), 'audio/wav'), /the line broke/);
  assert.deepEqual(await readdir(join(parent, 'recordings', 'ten_1')), ['call_1.wav']);
  const url = await signedUrl();
  assert.equal((await serve(url.pathname, url.searchParams)).text, '0123456789');
});

test('what a process that died had written of it goes when the recording is fetched again', async () => {
  const folder = join(parent, 'recordings', 'ten_1');
  await writeFile(join(folder, 'call_1.wav.0123456789ab'), 'half');
  await writeFile(join(folder, 'call_10.wav.0123456789ab'), 'half of another');
  await store.put(key, [content], 'audio/wav');
  assert.deepEqual((await readdir(folder)).sort(), ['call_1.wav', 'call_10.wav.0123456789ab']);
  const half = new URL(await store.signedUrl('ten_1/call_10.wav', clock.now()));
  assert.equal((await serve(half.pathname, half.searchParams)).status, 404);
});

test('what a process that died had written of it goes when the recording is removed, as for an erased person', async () => {
  const unfinished = 'ten_5/call_1.wav';
  await store.put(unfinished, [content], 'audio/wav');
  await rename(join(parent, 'recordings', unfinished), join(parent, 'recordings', `${unfinished}.0a1b2c3d4e5f`));
  await store.remove(unfinished);
  assert.ok(!(await readdir(join(parent, 'recordings'))).includes('ten_5'));
});

test('removes a recording, with the folder of a tenant that has no other; what is not there is removed already', async () => {
  const keys = ['ten_2/call_1.wav', 'ten_2/call_2.wav'] as const;
  for (const key of keys) await store.put(key, [content], 'audio/wav');
  const left = () => readdir(join(parent, 'recordings', 'ten_2'));
  await store.remove(keys[0]);
  assert.deepEqual(await left(), ['call_2.wav']);
  for (let times = 0; times < 2; times++) await store.remove(keys[1]);
  await assert.rejects(left(), /ENOENT/);
  await assert.rejects(async () => store.remove('ten_2/../../secret.wav'), /not a recording's key/);
});
