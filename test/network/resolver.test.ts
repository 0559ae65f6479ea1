import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cached } from '../../src/network/answer-cache.ts';
import { hostsFile } from '../../src/network/hosts-file.ts';
import { resolver } from '../../src/network/resolver.ts';
import { manualClock } from '../support/clock.ts';
import { dnsServer } from '../support/dns-server.ts';
import { folderFor } from '../support/folder.ts';

const names = await dnsServer({ ttl: 30 });
after(() => names.close());
const resolve = resolver({ servers: [names.address], knowsPrivateNames: false });

const failsWith = (code: string) => (error: unknown) => error instanceof Error && 'code' in error && error.code === code;
const addressesOf = async (host: string) => (await resolve(host)).map(({ address }) => address);

test('both families are asked, and all that they answer comes back, IPv4 first', async () => {
  names.answer('both.example.org', ['2606:4700::1', '93.184.215.14', '93.184.215.15']);
  assert.deepEqual(await resolve('both.example.org'), [
    { address: '93.184.215.14', family: 4, ttl: 30 },
    { address: '93.184.215.15', family: 4, ttl: 30 },
    { address: '2606:4700::1', family: 6, ttl: 30 },
  ]);
  assert.deepEqual(names.questions.filter((question) => question.endsWith('both.example.org')).sort(), [
    'A both.example.org',
    'AAAA both.example.org',
  ]);
});

test('a name of one family resolves', async () => {
  names.answer('six.example.org', ['2606:4700::1']);
  assert.deepEqual(await addressesOf('six.example.org'), ['2606:4700::1']);
});

test('a name that DNS does not have, or that has no address, is not found; a server that fails may do better later', async () => {
  await assert.rejects(resolve('nobody.example.org'), failsWith('ENOTFOUND'));
  names.answer('empty.example.org', []);
  await assert.rejects(resolve('empty.example.org'), failsWith('ENOTFOUND'));
  names.answer('broken.example.org', 'server failure');
  await assert.rejects(resolve('broken.example.org'), failsWith('EAI_AGAIN'));
  await assert.rejects(resolve(`${'a'.repeat(64)}.example.org`), failsWith('ENOTFOUND'));
});

test('nobody to ask is not taken for a refused connection to the receiver', async () => {
  const gone = await dnsServer();
  await gone.close();
  await assert.rejects(resolver({ servers: [gone.address], knowsPrivateNames: false })('crm.example.org'), failsWith('EAI_AGAIN'));
});

test('a silent name server is asked twice for each family, and given up', async () => {
  names.answer('silent.example.org', 'silence');
  await assert.rejects(resolve('silent.example.org'), failsWith('EAI_AGAIN'));
  const asked = names.questions.filter((question) => question.endsWith('silent.example.org'));
  assert.deepEqual(
    asked.toSorted(),
    ['A', 'A', 'AAAA', 'AAAA'].map((type) => `${type} silent.example.org`),
  );
});

test('names of one label and of the hosts file are the system’s to resolve, and DNS is not asked', async () => {
  const asked = names.questions.length;
  assert.ok((await addressesOf('localhost')).every((address) => ['127.0.0.1', '::1'].includes(address)));
  const listed = resolver({ servers: [names.address], knowsPrivateNames: false, hosts: { has: async () => true } });
  // The system is asked in vain: `invalid` is nobody's (RFC 6761).
  await assert.rejects(listed('crm.invalid'));
  assert.equal(names.questions.length, asked);
});

test('the hosts file is read as it is, again when it has changed, and need not exist', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'hosts');
  const hosts = hostsFile(path);
  assert.equal(await hosts.has('crm.example.org'), false);
  await writeFile(path, '127.0.0.1 localhost # CRM.example.org is elsewhere\n10.0.0.1\tcrm.example.org  Crm.Example.com\n');
  assert.deepEqual(
    await Promise.all(['crm.example.org', 'CRM.example.com', 'localhost', '10.0.0.1', 'elsewhere'].map((name) => hosts.has(name))),
    [true, true, true, false, false],
  );
  await writeFile(path, '');
  assert.equal(await hosts.has('crm.example.org'), false);
});

/** A resolver whose answers live `ttl` seconds, how often it was asked, and the time. */
function counting(ttl?: number) {
  const clock = manualClock();
  const counted = { asked: 0 };
  const answer: LookupAddress & { ttl?: number } = { address: '93.184.215.14', family: 4, ...(ttl === undefined ? {} : { ttl }) };
  const ask = cached(async () => {
    counted.asked += 1;
    return [answer];
  }, clock);
  return { ask, clock, counted };
}

for (const [ttl, seconds] of [
  [0, 5],
  [20, 20],
  [86_400, 60],
  [undefined, 5],
] as const) {
  test(`an answer ${ttl === undefined ? 'of the system' : `that lives ${ttl} s`} is remembered ${seconds} s`, async () => {
    const { ask, clock, counted } = counting(ttl);
    await ask('crm.example.org');
    clock.advance(seconds - 0.001);
    await ask('crm.example.org');
    assert.equal(counted.asked, 1);
    clock.advance(0.001);
    await ask('crm.example.org');
    assert.equal(counted.asked, 2);
  });
}

test('what is asked at once is asked once, and what was asked longest ago is forgotten first', async () => {
  const { ask, counted } = counting(60);
  await Promise.all([ask('first.example.org'), ask('first.example.org')]);
  assert.equal(counted.asked, 1);
  for (let i = 0; i < 10_000; i += 1) await ask(`${i}.example.org`);
  await ask('9999.example.org');
  assert.equal(counted.asked, 10_001);
  await ask('first.example.org');
  assert.equal(counted.asked, 10_002);
});
