import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { groupOf, outcomeOf } from '../../../tools/conformance/check.ts';
import { type Verb, type Verbs, verbs } from '../../../tools/conformance/driver/driver.ts';
import { ringpostDriver } from '../../../tools/conformance/driver/ringpost.ts';
import { shapeProblem } from '../../../tools/conformance/driver/shapes.ts';
import { reportText } from '../../../tools/conformance/report/report.ts';
import { type Run, runConformance } from '../../../tools/conformance/run.ts';
import { scopes } from '../../../tools/conformance/scopes.ts';
import { wantedChecks } from '../../../tools/conformance/selection.ts';
import { simulatorAt } from '../../../tools/conformance/simulator.ts';
import type { Target } from '../../../tools/conformance/target.ts';
import { plainAgent, raisedLimits } from '../../../tools/conformance/tenants.ts';
import { type Deployment, endpointsInTrouble, startDeployment } from './deployment.ts';
import { answering, type Mutant, notDeleting, startProxy } from './mutant.ts';
import { judge, judgeMutant, notPassed, silent, told } from './run.ts';

/** The whole command against the service, and what it writes about it. */

let deployment: Deployment;
let run: Run;
before(async () => {
  deployment = await startDeployment();
  run = await judge(deployment);
});
after(() => deployment.stop());

test('the service passes every check of the profile full, and none is skipped', () => {
  assert.deepEqual(notPassed(run), [], told(run));
  assert.ok(run.results.length > 70, `${run.results.length} checks`);
});

test('the run leaves no endpoint that webhooks do not reach', async () => {
  assert.deepEqual(await endpointsInTrouble(deployment), []);
});

test('the run deletes its tenants, and names them where the deployment cannot', async () => {
  assert.deepEqual(run.tenants, []);
  const { tenants } = await deployment.operator.ask<{ tenants: readonly { name: string; deletingSince: string | null }[] }>(
    'GET',
    '/tenants?limit=200',
  );
  const made = tenants.filter(({ name }) => name.startsWith('Conformance'));
  assert.deepEqual(
    made.filter(({ deletingSince }) => deletingSince === null),
    [],
  );
  const { operator } = deployment.target;
  const proxy = await startProxy(operator.url, notDeleting);
  const target = { ...deployment.target, operator: { ...operator, url: proxy.origin } };
  const leaving = await judge({ target }, ['F2']);
  await proxy.stop();
  assert.ok(leaving.tenants.length > 0);
  assert.match(reportText('terminal', leaving), /It leaves \d+ tenants that are named Conformance/);
});

test('the report says by how much the run has moved the clock, and a run may leave the clock alone', async () => {
  const elsewhere = { ...run, wanted: { ...run.wanted, target: { ...run.wanted.target, isOwnInstance: false } } };
  assert.match(reportText('terminal', elsewhere), /It has moved the sandbox's clock ahead by \d+ (d|h|min)/);
  const offset = async () => (await deployment.operator.ask<{ clock: { offsetSeconds: number } }>('GET', '/clock')).clock.offsetSeconds;
  const before = await offset();
  const still = await runConformance({ target: deployment.target, profile: 'full', seed: 1, only: ['J7', 'F2'], keepsClock: true }, silent);
  assert.equal(await offset(), before);
  assert.equal(still.clockMovedSeconds, 0);
  assert.equal(still.results.find(({ check }) => check.id === 'J7')?.verdict, 'skipped');
});

test('every group in a report can be asked for', () => {
  const letters = [...new Set(run.results.map(({ check }) => groupOf(check.id)))];
  for (const letter of [...letters, 'N1', 'B1']) assert.ok(wantedChecks({ profile: 'full', only: [letter] }).length > 0, letter);
  const whole = wantedChecks({ profile: 'full', only: [] }).length;
  for (const letter of ['B', 'N']) assert.equal(wantedChecks({ profile: 'full', only: [letter] }).length, whole);
  assert.equal(wantedChecks({ profile: 'full', only: ['B99'] }).length, 0);
});

test('a deployment that is too busy now and then is asked again, and judged by its answer', async () => {
  const busy = JSON.stringify({ error: { code: 'overloaded', message: 'Busy.' } });
  let n = 0;
  const documents = new Set(['/openapi.json', '/asyncapi.json']);
  const busyAtTimes: Mutant = {
    response: (response, { path }) =>
      documents.delete(path) || ++n % 7 === 0
        ? {
            status: 503,
            headers: { ...response.headers, 'retry-after': '1', 'x-ratelimit-limit': '1200', 'content-type': 'application/json' },
            body: Buffer.from(busy),
          }
        : response,
  };
  const warnings: Error[] = [];
  const keep = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', keep);
  const sometimes = await judgeMutant(deployment, busyAtTimes, ['A9', 'A10', 'J2', 'J4', 'F2']);
  process.off('warning', keep);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    sometimes.results.filter(({ check, verdict }) => /^(A9|A10|[JF])/.test(check.id) && verdict === 'fail'),
    [],
    told(sometimes),
  );
});

test('what a request that was answered with 500 has done is not held against the deployment', async () => {
  const failing: Mutant = {
    response: (response, { method, path }) => {
      if (method !== 'DELETE' && !path.endsWith('/end')) return response;
      const headers = { ...response.headers, 'content-type': 'application/json' };
      return { status: 500, headers, body: Buffer.from(JSON.stringify({ error: { code: 'end_failed', message: 'Try again.' } })) };
    },
  };
  const { results } = await judgeMutant(deployment, failing, ['I6', 'J8', 'F2']);
  const ofModel = results.filter(({ check }) => check.id.startsWith('O'));
  assert.deepEqual(
    ofModel.filter(({ verdict }) => verdict === 'fail'),
    [],
  );
  for (const id of ['O1', 'O2', 'O4', 'O5']) assert.equal(ofModel.find(({ check }) => check.id === id)?.verdict, 'pass', id);
});

test('a run without operator, simulator or receiver skips what it cannot do, and says why', async () => {
  const { target } = deployment;
  const driver = ringpostDriver(target.operator, null);
  const tenant = { name: 'Poor', billing: 'invoice', limits: raisedLimits, agent: plainAgent, phoneNumber: '+14155550100' } as const;
  const { tenantId } = await driver.ask('makeTenant', tenant);
  const { key } = await driver.ask('makeKey', { tenantId, name: 'all', scopes });
  const poor = { ...target, apiKey: key, operator: null, simulatorUrl: null, receiver: null };
  const { results } = await judge({ target: poor }, ['F']);
  assert.deepEqual(
    results
      .filter(({ check, verdict }) => verdict === 'skipped' && check.id.startsWith('F'))
      .map(({ check, reason }) => [check.id, reason?.split(':')[0]]),
    [
      ['F3', 'needs a key for each scope'],
      ['F4', 'needs a key for each scope'],
      ['F5', 'needs the key of a tenant whose public API is off'],
      ['F7', 'needs a key for each scope'],
      ['F9', 'needs tenants of its own'],
    ],
  );
  assert.equal(results.find(({ check }) => check.id === 'F1')?.verdict, 'pass');
});

test('the reports hold every check, and what failed with its request', async () => {
  const broken = await judgeMutant(
    deployment,
    { response: (response) => ({ ...response, status: response.status === 401 ? 418 : response.status }) },
    ['F1'],
  );
  assert.match(reportText('terminal', broken), /FAIL F1 .*\n.*rule: .*\n.*expected 401 invalid_api_key, got 418[\s\S]*curl -i/);
  assert.match(reportText('junit', broken), /<testsuites tests="\d+" failures="[2-9]"[\s\S]*<failure message="[^"]*expected 401/);
  const json = JSON.parse(reportText('json', broken));
  assert.equal(json.results.find(({ id }: { id: string }) => id === 'F1').verdict, 'fail');
  assert.deepEqual(json.tenants, []);
  assert.match(reportText('html', broken), /Does not conform[\s\S]*expected 401 invalid_api_key, got 418/);
  assert.equal(JSON.parse(reportText('har', broken)).log.entries.length, broken.exchanges.length);
});

test('checks that one cause stops are told together', async () => {
  const error = { code: 'endpoint_limit_reached', message: 'Full.', details: { limit: 10 } };
  const full = answering(
    (_json, _response, { method, path }) => (method === 'POST' && path.endsWith('/webhooks') ? { error } : undefined),
    400,
  );
  const report = reportText('terminal', await judgeMutant(deployment, full, ['H1', 'H3', 'H9']));
  assert.match(report, /FAIL H1 .*\n.*\n.*expected 201, got 400 endpoint_limit_reached\.[\s\S]*The same stops H3, H9\./);
  assert.doesNotMatch(report, /FAIL H3/);
});

test('what the reference driver is asked and answers has the published shapes', async () => {
  const { target } = deployment;
  const driver = ringpostDriver(target.operator, await simulatorAt(target.simulatorUrl ?? ''));
  const agent = { name: 'Agent', systemPrompt: 'You are kind.' };
  const shaped = async <V extends Verb>(verb: V, request: Verbs[V][0]): Promise<Verbs[V][1]> => {
    const reply = await driver.ask(verb, request);
    assert.equal(shapeProblem(verb, 'request', { verb, ...request }), null);
    assert.equal(shapeProblem(verb, 'reply', reply), null, verb);
    return reply;
  };
  const { tenantId, agentId } = await shaped('makeTenant', { name: 'Shapes', agent, phoneNumber: '+14155550100' });
  const { keyId } = await shaped('makeKey', { tenantId, name: 'read', scopes: ['read'] });
  await shaped('setLimit', { tenantId, keyId, isRevoked: true });
  await shaped('setLimit', { tenantId, agentId, isActive: false });
  await shaped('setLimit', { tenantId, limits: { readsPerMinute: 7 } });
  const { now } = await shaped('advanceTime', { seconds: 0 });
  const ends = { status: 'busy' as const, outcome: 'BUSY', durationSeconds: null, startedAt: now, endedAt: now };
  const data = { phoneNumber: '+14155550123', fromPhoneNumber: '+14155550100', ...ends };
  const caused = await shaped('causeEvent', { tenantId, events: [{ eventType: 'call.completed', dedupeKey: 'one', data }] });
  assert.equal(caused.callIds?.length, 1);
  await shaped('prepareCalls', {});
  await shaped('listDials', {});
  assert.deepEqual([...driver.verbs].sort(), [...verbs].sort());
});

test('no report holds a key, in any form that it was sent in, or a signing secret', async () => {
  const broken = await judgeMutant(
    deployment,
    { response: (response) => ({ ...response, status: response.status === 401 || response.status === 201 ? 418 : response.status }) },
    ['F1', 'F2', 'H1'],
  );
  const secrets = broken.exchanges.flatMap(({ response }) => /"signingSecret":"([0-9a-f]{64})"/.exec(response.text)?.[1] ?? []);
  const halves = [...broken.keys].flatMap((key) => [key.slice(0, 50), key.slice(50), Buffer.from(key).toString('base64').slice(0, 40)]);
  assert.ok(secrets.length > 0 && halves.length > 0);
  for (const kind of ['terminal', 'junit', 'json', 'html', 'har'] as const) {
    const report = reportText(kind, broken).toLowerCase();
    for (const told of [...secrets, ...halves]) assert.ok(!report.includes(told.toLowerCase()), `${kind} holds ${told}`);
  }
});

test('what nobody answers, or a key that is refused, is no run', async () => {
  const { target } = deployment;
  const poor = { ...target, operator: null, simulatorUrl: null, receiver: null, apiKey: 'rp_test_unknown' };
  const rows: readonly (readonly [Partial<Target>, RegExp])[] = [
    [{}, /does not take the API key .*: 401 .*invalid_api_key/],
    [{ operator: target.operator }, /does not take the API key .*: 401 .*invalid_api_key/],
    [{ baseUrl: target.baseUrl.replace('/api/v1/public', '') }, /There is no public API at .* answers 404/],
    [{ baseUrl: `http://127.0.0.1:${await freePort()}/api/v1/public` }, /Nobody answers at .*ECONNREFUSED/],
    [{ operator: { url: target.operator.url, token: 'wrong' } }, /The operator API cannot be used: .* answered 401/],
    [
      { operator: target.operator, apiKey: null, simulatorUrl: `http://127.0.0.1:${await freePort()}` },
      /The simulator at .* cannot be used/,
    ],
  ];
  for (const [differs, message] of rows)
    await assert.rejects(judge({ target: { ...poor, ...differs } }, ['F']), { name: 'Unjudgeable', message });
});

test('a key with which nothing can be asked for is no run', async () => {
  const { target, operator } = deployment;
  const tenantId = await operator.createTenant({ name: 'Without an agent', billing: 'invoice', limits: raisedLimits });
  const rows = [
    [['read'], /The tenant of the API key has no agent/],
    [['webhooks'], /The API key may not list the tenant's agents: 403 .*insufficient_scope/],
  ] as const;
  for (const [granted, message] of rows) {
    const { text } = await operator.createKey(tenantId, { name: 'poor', scopes: [...granted] });
    const poor = { ...target, apiKey: text, operator: null, simulatorUrl: null, receiver: null };
    await assert.rejects(judge({ target: poor }, ['I']), { name: 'Unjudgeable', message });
    // A document needs no agent.
    assert.equal(outcomeOf((await judge({ target: poor }, ['A1'])).results), 'conforms');
  }
});

test('what breaks off under a check is told with its cause', async () => {
  const { operator } = deployment.target;
  const proxy = await startProxy(operator.url, {
    request(request) {
      if (request.path.endsWith('/api-keys')) throw new Error('the service has gone');
      return request;
    },
  });
  const target = { ...deployment.target, operator: { ...operator, url: proxy.origin } };
  const gone = await judge({ target }, ['F2']);
  await proxy.stop();
  const [finding] = gone.results.find(({ check }) => check.id === 'F2')?.findings ?? [];
  assert.match(finding?.message ?? '', /other side closed|ECONNRESET/);
});

test('a run that is stopped deletes the endpoints that it made', async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const proxy = await startProxy(new URL(deployment.target.baseUrl).origin, {
    response(response, { method, path }) {
      asked.push(`${method} ${path.replace(/whe_\w+/, 'id')} ${response.status}`);
      if (method === 'POST' && path.endsWith('/webhooks')) stopping.abort();
      return response;
    },
  });
  const target = { ...deployment.target, baseUrl: `${proxy.origin}/api/v1/public` };
  const wanted = { target, profile: 'full', seed: 1, only: ['H1'] } as const;
  await assert.rejects(runConformance(wanted, silent, undefined, stopping.signal), { name: 'Unjudgeable', message: /was stopped/ });
  await proxy.stop();
  assert.deepEqual(asked.slice(-2), ['POST /api/v1/public/webhooks 201', 'DELETE /api/v1/public/webhooks/id 204']);
});

test('the seed decides every value that is asked with', async () => {
  const again = await judge(deployment, ['E14']);
  const bodies = ({ exchanges }: Run): readonly string[] =>
    exchanges.filter(({ check }) => check === 'E14').map(({ request }) => request.body?.toString('utf8') ?? '');
  assert.ok(bodies(run).length > 0);
  assert.deepEqual(bodies(again), bodies(run));
});
