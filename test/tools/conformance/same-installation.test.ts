import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { runConformance } from '../../../tools/conformance/run.ts';
import { otherInstallation } from '../../../tools/conformance/same-installation.ts';
import { readProfile } from '../../../tools/load/profile.ts';
import { runLoad } from '../../../tools/load/run.ts';
import { listenFor } from '../../support/api.ts';

/** A public API and an operator's, each with the mark that `/healthz` shows, and what was asked of the operator's. */
async function installations(t: TestContext, marks: { public: string; withKey?: string; operator: string }) {
  const asked: string[] = [];
  const serve = (markOf: (authorization: string | undefined) => string, answer: (asked: string) => object) =>
    listenFor(
      t,
      createServer((request, response) => {
        const mark = markOf(request.headers.authorization);
        const health = request.url === '/healthz';
        response.writeHead(200, health && mark !== '' ? { 'X-Ringpost-Installation': mark } : {});
        response.end(
          JSON.stringify(health ? { status: 'ok' } : answer(`${request.method} ${request.url?.replace('/api/v1/operator', '')}`)),
        );
      }),
    );
  const service = await serve(
    (key) => (key && marks.withKey) || marks.public,
    () => ({ agents: [] }),
  );
  const operator = await serve(
    () => marks.operator,
    (what) => {
      asked.push(what);
      return what.endsWith('/api-keys') ? { apiKey: 'rp_test_key', key: { id: 'key_1' } } : { tenant: { id: 'ten_1' } };
    },
  );
  const baseUrl = `${service.origin}/api/v1/public`;
  return { target: { baseUrl, operator: { url: operator.origin, token: 'token' } }, asked };
}

const probed = ['POST /tenants', 'POST /tenants/ten_1/api-keys', 'DELETE /tenants/ten_1'];

test('an operator API of another installation is told by the marks, and by a key where a router leads to several cells', async (t) => {
  for (const [marks, isOther, expected] of [
    [{ public: 'a', operator: 'a' }, false, []],
    [{ public: '', operator: 'a' }, false, []],
    [{ public: 'a', operator: '' }, false, []],
    [{ public: 'a', withKey: 'b', operator: 'b' }, false, probed],
    [{ public: 'a', operator: 'b' }, true, probed],
  ] as const) {
    const { target, asked } = await installations(t, marks);
    const said = `${target.baseUrl} and the operator API at ${target.operator.url} belong to two installations. Give --operator-url of the first one.`;
    assert.deepEqual([await otherInstallation(target), asked], [isOther ? said : null, expected]);
  }
});

test('neither a judgement nor a load begins where the two addresses are of two installations', async (t) => {
  const { target, asked } = await installations(t, { public: 'a', operator: 'b' });
  const given = { ...target, apiKey: null, secondTenantKey: null, scopedKeys: {}, simulatorUrl: null, receiver: { port: 0, url: null } };
  const listener = { began() {}, ended() {}, paced() {}, waiting() {} };
  await assert.rejects(runConformance({ target: given, profile: 'smoke', only: ['A1'], seed: 1 }, listener), {
    name: 'Unjudgeable',
    message: /belong to two installations/,
  });
  const wanted = {
    target: given,
    profile: readProfile('title: Test\nmix: { read: 1 }\nphases: [{ name: one, for: 1s, rate: 1 }]'),
    dial: null,
    variables: {},
    keepsBudgets: false,
  };
  const controls = { stop: new AbortController().signal, factor: () => 1 };
  await assert.rejects(runLoad(wanted, { progress() {}, said() {} }, controls), {
    name: 'Unready',
    message: /belong to two installations/,
  });
  assert.deepEqual(asked, [...probed, ...probed]);
});
