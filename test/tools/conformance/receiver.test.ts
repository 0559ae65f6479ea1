import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { unreachable } from '../../../tools/conformance/checks/receiving/outcomes.ts';
import { startReceiver } from '../../../tools/conformance/receiver.ts';
import { Account } from '../../../tools/load/account.ts';
import { startReceivers } from '../../../tools/load/receivers.ts';

import { startDeployment } from './deployment.ts';
import { type Mutant, startProxy } from './mutant.ts';
import { judge, resultOf, told } from './run.ts';

/** Where webhooks reach a run by an address with a path, as through a proxy that serves others as well. */

const deployment = await startDeployment();
after(() => deployment.stop());

const proxies: Readonly<Record<string, Mutant>> = {
  'passes the path on': {},
  'takes the path away': { request: (request) => ({ ...request, path: request.path.replace('/hooks/of-tests', '') }) },
};

for (const [what, mutant] of Object.entries(proxies))
  test(`webhooks reach a run through a proxy that ${what}, and are compared with what was published`, async (t) => {
    const port = await freePort();
    const proxy = await startProxy(`http://127.0.0.1:${port}`, mutant);
    t.after(() => proxy.stop());
    const receiver = { port, url: `${proxy.origin}/hooks/of-tests/` };
    const run = await judge({ target: { ...deployment.target, receiver } }, ['L22']);
    for (const id of ['L22', 'O7', 'O8', 'O9']) assert.equal(resultOf(run, id).verdict, 'pass', `${id} ${told(run)}`);
  });

test('L11 asks for no http address where the receiver is behind https: production refuses one, and a redirect may answer there', () => {
  assert.deepEqual(Object.values(unreachable('http://127.0.0.1:9000')), ['http://127.0.0.1:1/', 'https://127.0.0.1:9000/']);
  assert.deepEqual(Object.values(unreachable('https://hooks.example.org/ringpost')), ['https://hooks.example.org:1/']);
});

test('a port that another program has is told in a sentence', async (t) => {
  const port = await freePort();
  const first = await startReceiver({ port, url: null });
  t.after(() => first.close());
  const taken = {
    name: 'Unjudgeable',
    message: /^Webhooks cannot be received \(.*EADDRINUSE.*\): choose another port with --receiver-port\.$/,
  };
  await assert.rejects(startReceiver({ port, url: null }), taken);
  await assert.rejects(startReceivers({ account: new Account(), port, url: null }), taken);
});

for (const [what, mutant] of Object.entries(proxies))
  test(`webhooks reach a run of load through a proxy that ${what}`, async (t) => {
    const port = await freePort();
    const proxy = await startProxy(`http://127.0.0.1:${port}`, mutant);
    const account = new Account();
    const receivers = await startReceivers({ account, port, url: `${proxy.origin}/hooks/of-tests` });
    t.after(async () => {
      await proxy.stop();
      await receivers.close();
    });
    const url = receivers.addressFor('one', { slowMs: 0, failing: 0 });
    const { status } = await fetch(url, { method: 'POST', headers: { 'x-webhook-delivery-id': 'first' }, body: '{}' });
    assert.equal(status, 200);
    assert.ok(account.received.has('first'));
    assert.equal((await fetch(`${proxy.origin}/hooks/of-tests/t9`, { method: 'POST', body: '{}' })).status, 404);
  });
