import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { after, test } from 'node:test';
import { attempt } from '../../src/dispatch/attempt.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import type { Resolve } from '../../src/network/resolver.ts';
import { manualClock } from '../support/clock.ts';
import { receiverFor } from '../support/receiver.ts';
import { someTarget, unhurriedMs } from '../support/targets.ts';

const target = await receiverFor({ after });

const answers = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const clock = manualClock();
const guard = (resolve: Resolve, allowedPrivate: string[] = []) =>
  new AddressGuard({ allowedPrivate, clock, connectTimeoutMs: unhurriedMs, resolve });
const judge = (host: string, resolve: Resolve, allowedPrivate?: string[]) =>
  guard(resolve, allowedPrivate).judge(new URL(`https://${host}/`));

const nowhere: Resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

/** Posts to `host` at the receiver's port and reports the class of what came of it. */
async function reach(host: string, resolve: Resolve, allowedPrivate?: string[]): Promise<string | number> {
  const agent = new DeliveryAgent(guard(resolve, allowedPrivate));
  const port = new URL(target.url).port;
  const endpoint = someTarget({ origin: `http://${host}:${port}` });
  const outcome = await attempt(agent, deadlines(unhurriedMs), endpoint, {
    deliveryId: 'id',
    body: Buffer.from('{}'),
    timestampSeconds: 1,
  });
  await agent.destroy();
  return outcome.kind === 'answered' ? outcome.status : outcome.class;
}

for (const host of ['8.8.8.8', '[2606:4700:4700::1111]', '93.184.215.14']) {
  test(`takes the public literal ${host}`, async () => {
    assert.equal(await judge(host, nowhere), 'public');
  });
}

test('a name is judged by every address it resolves to', async () => {
  assert.equal(await judge('crm.example.org', async () => answers('93.184.215.14', '2606:4700::1')), 'public');
  assert.equal(await judge('crm.example.org', async () => answers('10.0.0.1')), 'private_address');
  assert.equal(await judge('crm.example.org', async () => answers('93.184.215.14', '10.0.0.1')), 'private_address');
  assert.equal(await judge('crm.example.org', async () => answers('93.184.215.14', 'fd00::1')), 'private_address');
  assert.equal(await judge('crm.example.org', async () => answers('::ffff:93.184.215.14')), 'private_address');
  assert.equal(await judge('crm.example.org', async () => answers('fe80::1%eth0')), 'private_address');
});

test('a name that does not resolve just now is taken, since every connection is judged again', async () => {
  assert.equal(await judge('crm.example.org', nowhere), 'public');
  assert.equal(await reach('crm.example.org', nowhere), 'dns');
});

test('a name that turns private after it was judged is refused when it is connected to', async () => {
  const turning = [answers('93.184.215.14'), answers('127.0.0.1')];
  const rebinding: Resolve = async () => turning.shift() ?? answers('127.0.0.1');
  assert.equal(await judge('rebind.example.org', rebinding), 'public');
  assert.equal(await reach('rebind.example.org', rebinding), 'blocked');
  assert.equal(target.received.length, 0);
});

test('a mixed answer is refused whole, not narrowed to its public part', async () => {
  assert.equal(await reach('mixed.example.org', async () => answers('127.0.0.1', '93.184.215.14'), []), 'blocked');
});

test('the socket goes to the address that was judged', async () => {
  assert.equal(await reach('crm.example.org', async () => answers('127.0.0.1'), ['127.0.0.0/8']), 200);
  assert.equal(target.received.at(-1)?.headers.host, `crm.example.org:${new URL(target.url).port}`);
});

test('the rules lapse for what the operator allows, names included, and for nothing else', async () => {
  const allowed = ['127.0.0.0/8', '::1/128'];
  assert.equal(await judge('127.0.0.1', nowhere, allowed), 'public');
  assert.equal(await judge('localhost', async () => answers('127.0.0.1', '::1'), allowed), 'public');
  assert.equal(await judge('receiver', async () => answers('127.0.0.2'), allowed), 'public');
  assert.equal(await judge('localhost', async () => answers('127.0.0.1', '93.184.215.14'), allowed), 'private_address');
  assert.equal(await judge('10.0.0.1', nowhere, allowed), 'private_address');
  assert.equal(await judge('[::ffff:127.0.0.1]', nowhere, allowed), 'private_address');
});

test('answers are remembered for a few seconds, failures are not', async () => {
  let asked = 0;
  const steady = guard(async () => {
    asked += 1;
    return answers('93.184.215.14');
  });
  const url = new URL('https://crm.example.org/');
  await Promise.all([steady.judge(url), steady.judge(url)]);
  await steady.judge(url);
  assert.equal(asked, 1);
  clock.advance(6);
  await steady.judge(url);
  assert.equal(asked, 2);
  let failed = 0;
  const failing = guard(() => {
    failed += 1;
    return nowhere('');
  });
  await failing.judge(url);
  await failing.judge(url);
  assert.equal(failed, 2);
});
