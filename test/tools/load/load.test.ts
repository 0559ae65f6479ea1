import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, mock, test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { scopes } from '../../../tools/conformance/scopes.ts';
import { raisedLimits } from '../../../tools/conformance/tenants.ts';
import { readProfile } from '../../../tools/load/profile.ts';
import type { LoadProgress } from '../../../tools/load/progress.ts';
import type { Count } from '../../../tools/load/reconcile.ts';
import { accountLine, outcomeOf, passed } from '../../../tools/load/report/parts.ts';
import { loadReports } from '../../../tools/load/report/report.ts';
import { type LoadRun, runLoad } from '../../../tools/load/run.ts';
import { listenFor } from '../../support/api.ts';
import { type Deployment, startDeployment } from '../conformance/deployment.ts';
import { answering, changingAttempts, type Mutant, notDeleting, type Passed, startProxy } from '../conformance/mutant.ts';

/** What a load run says of a sound deployment, and of one that is broken in one thing on its way to the run. */

let deployment: Deployment;
/** Is how long this process has stood still. Its monotonic clock is ahead by so much until the file ends, as it never goes back. */
let stoodStillMs = 0;
before(async () => {
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + stoodStillMs);
  deployment = await startDeployment();
});
after(async () => {
  await deployment.stop();
  mock.restoreAll();
});

const profile = (differs: string, refusals = 'refused == 0, '): string => `
title: Test
phases:
  - { name: even, for: 1s, rate: 40 }
mix: { call: 2, read: 1, text: 1, event: 4, replay: 2 }
tenants: 2
scenarios: [busy]
${differs}
thresholds: [lost == 0, double == 0, unsigned == 0, altered == 0, malformed == 0, disordered == 0, repeated == 0, late == 0,
  undialled == 0, unrecorded == 0, untrue == 0, ${refusals}failed == 0]
`;

const said: string[] = [];
const told: LoadProgress[] = [];
const watching = { progress: (progress: LoadProgress) => void told.push(progress), said: (sentence: string) => void said.push(sentence) };
const controls = { stop: new AbortController().signal, factor: () => 1 };

const loaded = (target: Deployment['target'], yaml: string): Promise<LoadRun> =>
  runLoad({ target, profile: readProfile(yaml), dial: null, variables: {}, keepsBudgets: true }, watching, controls);

const patient = 'settle: 60s\nlate: 60s';
/** Long enough for what comes, and short for what never does. */
const brief = 'settle: 4s\nlate: 60s';
/** In a second phase there is surely something that can be replayed, on a slow machine too. */
const withRepeats = (yaml: string): string => yaml.replace('rate: 40 }', 'rate: 40 }\n  - { name: repeats, for: 5s, rate: 6 }');

/** The counts that are not zero, of what should be. */
const wrongs = ({ reconciled, whole }: LoadRun): readonly string[] =>
  Object.entries({ ...reconciled.counts, refused: whole.counts.refused, failed: whole.counts.failed })
    .filter(([name, number]) => !['accepted', 'ended', 'delivered'].includes(name) && number > 0)
    .map(([name]) => name)
    .sort();

test('of a sound deployment everything that was accepted is accounted for, in every report, and the run’s tenants are deleted', async () => {
  // A slow machine may refuse requests and leave no delivery to replay, which is no fault in the account.
  const run = await loaded(deployment.target, profile(patient, ''));
  assert.deepEqual(
    wrongs(run).filter((name) => name !== 'refused'),
    [],
    loadReports.terminal(run),
  );
  expectTold(run);
  await expectDeleted();
  const { accepted } = run.reconciled.counts;
  assert.ok(accepted > 0, `${accepted} accepted`);
  assert.equal(accountLine(run), `accepted ${accepted}, ended ${accepted}, delivered ${accepted}, lost 0, double 0`);
  assert.ok(passed(run));
  for (const stage of [
    ...(['call.accept', 'call.dial', 'read.answer', 'text.accept', 'event.accept', 'call.end', 'webhook.lag', 'webhook.commit'] as const),
  ])
    assert.ok((run.whole.durations(stage)?.count ?? 0) > 0, stage);
  assert.equal(JSON.parse(loadReports.json(run)).account.accepted, accepted);
  const html = loadReports.html(run);
  assert.match(html, /<h1>Passed: \d+ of \d+ webhooks arrived/);
  const calls = run.reconciled.calls.accepted;
  assert.match(
    html,
    new RegExp(`<td>dialled: [^<]*</td><td class="number">${calls}</td><td class="number">${calls}</td><td class="number">[\\d.]+ m?s<`),
  );
  for (const stage of ['call.accept', 'call.dial', 'webhook.lag'] as const)
    assert.equal(drawn(html, stage), run.whole.durations(stage)?.count, stage);
  assert.match(loadReports.junit(run), /tests="14" failures="0"/);
  assert.match(loadReports.prometheus(run), new RegExp(`ringpost_load_account\\{kind="accepted"\\} ${accepted}\n`));
  assert.ok(loadReports.terminal(run).trimEnd().endsWith(accountLine(run)));
});

async function expectDeleted(): Promise<void> {
  const { ask } = deployment.operator;
  const { tenants } = await ask<{ tenants: readonly { name: string; deletingSince: string | null }[] }>('GET', '/tenants?limit=50');
  const made = tenants.filter(({ name }) => /^Load \d/.test(name));
  assert.ok(made.length >= 2);
  for (const { name, deletingSince } of made) assert.ok(deletingSince, name);
  assert.deepEqual(said, []);
}

/** Returns how many values the bars of a drawing stand for. */
const drawn = (html: string, name: string): number => {
  const [, bars = ''] = new RegExp(`aria-label="Histogram of ${name.replace('.', '\\.')}">(.*?)</svg>`).exec(html) ?? [];
  return [...bars.matchAll(/<title>(\d+) from /g)].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** Expects that what was told while the run went on leads to what its account says. */
function expectTold({ reconciled, whole }: LoadRun): void {
  const { accepted, ended, delivered } = reconciled.counts;
  const last = told.at(-1);
  assert.ok(last);
  assert.deepEqual([last.doing, last.lasts, last.asked, last.underWay, last.owed], ['reading the record', null, null, 0, 0]);
  assert.deepEqual([last.accepted, last.ended, last.delivered], [accepted, ended, delivered]);
  assert.deepEqual(last.counts, whole.counts);
  assert.deepEqual(
    last.p95.map(([name]) => name),
    ['call.accept', 'text.accept', 'event.accept', 'webhook.lag'],
  );
  const even = told.filter(({ doing }) => doing === 'even');
  assert.ok(even.length > 0);
  for (const { lasts, asked, underWay } of even) {
    assert.equal(asked, 40);
    assert.equal(lasts?.seconds, 1);
    assert.ok(underWay >= 0);
  }
}

test('what callers of a closed phase had asked for when it ended is accounted for as the run’s own', async () => {
  const { target } = deployment;
  const origin = new URL(target.baseUrl).origin;
  // The requests that are under way at the end reach the deployment after autocannon has gone.
  const proxy = await startProxy(origin, { delayMs: 400 });
  const yaml = profile(patient, '')
    .replace('{ name: even, for: 1s, rate: 40 }', '{ name: closed, for: 1s, closed: 8 }')
    .replace(/mix: .*/, 'mix: { call: 1 }');
  const run = await loaded({ ...target, baseUrl: target.baseUrl.replace(origin, proxy.origin) }, yaml);
  await proxy.stop();
  const { accepted, delivered, foreign } = run.reconciled.counts;
  assert.ok(accepted > run.whole.counts.answered, `${accepted} accepted, ${run.whole.counts.answered} answered`);
  assert.deepEqual([delivered, foreign], [accepted, 0], loadReports.terminal(run));
  // They count from when they were first asked for.
  assert.ok((run.whole.durations('call.dial')?.at(0) ?? 0) > 300);
  assert.deepEqual(wrongs(run), [], loadReports.terminal(run));
});

test('what is never answered is told, and is not waited for longer than for what is owed', async () => {
  const { target } = deployment;
  const origin = new URL(target.baseUrl).origin;
  const proxy = await startProxy(origin, {
    request(request) {
      if (request.method === 'POST' && request.path.endsWith('/calls')) throw new Error('no answer');
      return request;
    },
  });
  const yaml = profile('settle: 1s', '')
    .replace(/mix: .*/, 'mix: { call: 1 }')
    .replace('rate: 40', 'rate: 5');
  const run = await loaded({ ...target, baseUrl: target.baseUrl.replace(origin, proxy.origin) }, yaml);
  await proxy.stop();
  assert.match(run.unseen.join('\n'), /^What became of [1-9]\d* requests is not known: they were not answered, twice\.$/m);
  assert.ok(run.whole.counts.failed > 0 && !passed(run));
});

test('a key is loaded in its own tenant, and what other endpoints of that tenant get is not the run’s', async (t) => {
  const { baseUrl } = deployment.target;
  const { createTenant, createKey, createAgent, createNumber } = deployment.operator;
  const tenantId = await createTenant({ name: 'Keyed', billing: 'invoice', limits: raisedLimits });
  await createAgent(tenantId, { name: 'Agent', systemPrompt: 'You greet {{firstName}}.', isDefault: true });
  await createNumber(tenantId, '+14155550100');
  const { text: apiKey } = await createKey(tenantId, { name: 'load', scopes: [...scopes] });
  const { origin: url } = await listenFor(
    t,
    createServer((_request, response) => void response.end()),
  );
  const ask = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return (await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { endpoint } = (await ask('/webhooks', { name: 'Other', url })) as { endpoint: { id: string } };
  await ask('/automation-triggers', { name: 'Other', eventType: 'call.completed', webhookEndpointId: endpoint.id });
  const keyed = { target: { ...deployment.target, apiKey, operator: null }, profile: readProfile(profile(patient, '')), dial: null };
  await assert.rejects(runLoad({ ...keyed, variables: {}, keepsBudgets: true }, watching, controls), {
    name: 'Unready',
    message: 'The agent Agent needs the variables firstName: give them with --variables.',
  });
  const run = await runLoad({ ...keyed, variables: { firstName: 'Zoe' }, keepsBudgets: true }, watching, controls);
  const { accepted, delivered } = run.reconciled.counts;
  assert.ok(accepted > 0);
  assert.equal(delivered, accepted);
  assert.deepEqual(
    wrongs(run).filter((name) => name !== 'refused'),
    [],
    loadReports.terminal(run),
  );
});

test('a run that was stopped has not passed, and every report says so', async () => {
  const stopping = new AbortController();
  const yaml = profile(patient).replace('for: 1s', 'for: 10m');
  const stopAfterFirst = { progress: ({ accepted }: LoadProgress) => accepted > 0 && stopping.abort(), said: () => {} };
  const wanted = { target: deployment.target, profile: readProfile(yaml), dial: null, variables: {}, keepsBudgets: true };
  const run = await runLoad(wanted, stopAfterFirst, { ...controls, stop: stopping.signal });
  assert.ok(!passed(run));
  assert.match(loadReports.terminal(run), /^FAILED: the run was stopped before its end, /m);
  assert.match(loadReports.html(run), /<h1>Failed: the run was stopped before its end, /);
  assert.equal(JSON.parse(loadReports.json(run)).wasStopped, true);
  assert.match(loadReports.junit(run), /name="the run was played to its end"><failure/);
});

test('where webhooks came before their events by the clocks as they were compared, a run cannot tell how long they took', async () => {
  const { target } = deployment;
  const origin = new URL(target.baseUrl).origin;
  const longAgo = (_whole: string, time: string): string => `"createdAt":"${new Date(Date.parse(time) - 300_000).toISOString()}"`;
  const proxy = await startProxy(origin, {
    response: (response, { method, path }) =>
      method === 'POST' && path.endsWith('/calls')
        ? { ...response, body: Buffer.from(response.body.toString().replace(/"createdAt":"([^"]+)"/g, longAgo)) }
        : response,
  });
  const yaml = profile(patient, 'webhook.lag.p95 < 2s, ').replace(/mix: .*/, 'mix: { call: 1 }');
  const run = await loaded({ ...target, baseUrl: target.baseUrl.replace(origin, proxy.origin) }, yaml);
  await proxy.stop();
  assert.equal(run.whole.durations('webhook.lag'), null);
  const why = 'by the clocks as they were compared \\d+ webhooks came before their events';
  assert.match(loadReports.terminal(run), new RegExp(`cannot tell {2}webhook\\.lag\\.p95 < 2s \\(${why}\\)`));
  assert.match(loadReports.terminal(run), new RegExp(`\nCANNOT TELL: .* 2 of 13 thresholds cannot be judged: ${why}`));
  assert.match(loadReports.junit(run), new RegExp(`<skipped message="cannot be judged: ${why}"`));
  assert.equal(outcomeOf(run), 'cannot tell');
});

test('where no call is placed every delivery is found in the record though the clock is behind, no lag is judged, and tenants that cannot be deleted are closed', async (t) => {
  const { target } = deployment;
  const { operator } = target;
  const origin = new URL(target.baseUrl).origin;
  const behind = (_whole: string, time: string): string => `"createdAt":"${new Date(Date.parse(time) - 1_500).toISOString()}"`;
  const [api, operators] = await Promise.all([
    startProxy(origin, {
      response: (response) => ({ ...response, body: Buffer.from(response.body.toString().replace(/"createdAt":"([^"]+)"/g, behind)) }),
    }),
    startProxy(operator.url, notDeleting),
  ]);
  t.after(() => Promise.all([api, operators].map((proxy) => proxy.stop())));
  const yaml = profile(patient)
    .replace('rate: 40', 'rate: 10')
    .replace(/mix: .*/, 'mix: { event: 1 }')
    .replace(/thresholds: .*/s, 'thresholds: [webhook.lag.p95 < 2s]');
  const broken = { ...target, baseUrl: target.baseUrl.replace(origin, api.origin), operator: { ...operator, url: operators.origin } };
  const run = await loaded(broken, yaml);
  // Without a call the clocks are not compared.
  assert.deepEqual(wrongs(run), [], loadReports.terminal(run));
  assert.equal(run.whole.durations('webhook.recorded')?.count, run.reconciled.counts.accepted);
  assert.deepEqual(run.judged, []);
  assert.ok(run.unseen.includes('Not judged, since no lag is known: webhook.lag.p95 < 2s.'));
  assert.match(said.join('\n'), /ten_\w+ could not be deleted and is left with its public API off: .*405/);
});

test('a wrong token, and a mix of nothing, are told in a sentence', async () => {
  const operator = { url: deployment.target.operator.url, token: 'wrong' };
  await assert.rejects(loaded({ ...deployment.target, operator }, profile(patient)), { name: 'Unready', message: /401/ });
  const nothing = profile(patient).replace(/mix: .*/, 'mix: { event: 0 }');
  await assert.rejects(loaded(deployment.target, nothing), { name: 'Unready', message: 'The mix has no operation with a weight above 0.' });
});

const everyTenth = (): (() => boolean) => {
  let n = 0;
  return () => ++n % 10 === 3;
};
const swallowed = { answer: { status: 200, headers: {}, body: Buffer.alloc(0) } };

/** Sends a copy of a webhook itself. */
function copy(receiver: string, { path, headers, body }: Passed): void {
  const copied = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) copied.delete(name);
  void fetch(`${receiver}${path}`, { method: 'POST', headers: copied, body: Uint8Array.from(body) });
}

/** Drops one webhook in five, and says that it arrived, as long as more than twelve have come within a minute. */
const droppingUnderLoad = (): Mutant => {
  let times: readonly number[] = [];
  let n = 0;
  return {
    request(request) {
      const now = performance.now();
      times = [...times.filter((time) => time > now - 60_000), now];
      return times.length > 12 && ++n % 5 === 0 ? swallowed : request;
    },
  };
};

test('a deployment that drops under load alone passes a run of little', async () => {
  const port = await freePort();
  const proxy = await startProxy(`http://127.0.0.1:${port}`, droppingUnderLoad());
  const little = profile(patient).replace('rate: 40', 'rate: 6');
  const run = await loaded({ ...deployment.target, receiver: { port, url: proxy.origin } }, little);
  await proxy.stop();
  assert.deepEqual(wrongs(run), [], loadReports.terminal(run));
  assert.ok(passed(run));
});

/** Each webhook is broken in one thing or in none. */
const breakingOneInTwo = (receiver: string): Mutant => {
  let n = 0;
  return {
    request(request) {
      const { headers, body } = request;
      n += 1;
      if (n % 2 === 0) return { ...request, body: Buffer.from(body.toString().replace(/,"phone":"[^"]*"/, '')) };
      if (n % 10 === 1) return swallowed;
      if (n % 10 === 3) copy(receiver, { ...request, headers: { ...headers, 'x-webhook-delivery-id': randomUUID() } });
      if (n % 10 === 5) copy(receiver, request);
      return n % 10 === 7 ? { ...request, headers: { ...headers, 'x-webhook-signature': `sha256=${'0'.repeat(64)}` } } : request;
    },
  };
};

/** Sends late, and again with other bytes and an earlier time. */
const repeatingOtherwise = (): Mutant => ({
  delayMs: 1_500,
  ...changingAttempts((request, nth) => {
    if (nth === 1) return request;
    const earlier = String(Number(request.headers['x-webhook-timestamp']) - 60);
    const body = Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), null, 1));
    return { ...request, headers: { ...request.headers, 'x-webhook-timestamp': earlier }, body };
  }),
});

/** Refuses some calls and replays, places a third of the calls under other ids, and leaves a delivery out of each page of its record. */
const misreporting = (): Mutant => {
  const isRefused = everyTenth();
  let calls = 0;
  return {
    request: (request) =>
      /\/calls$|\/retry$/.test(request.path) && isRefused() ? { answer: { status: 503, headers: {}, body: Buffer.from('{}') } } : request,
    ...answering((json, { status }, { method, path }) => {
      if (path.includes('/webhook-deliveries?limit')) {
        const page = json as { deliveries: readonly unknown[] };
        return { ...page, deliveries: page.deliveries.slice(1) };
      }
      if (method !== 'POST' || !path.endsWith('/calls') || status !== 201 || ++calls % 3 !== 0) return undefined;
      return { call: { ...(json as { call: object }).call, id: `call_${randomUUID()}` } };
    }),
  };
};

const diallingTwice = (): Mutant =>
  answering((json, _response, { path }) => {
    if (path !== '/ledger') return undefined;
    const ledger = json as { calls: readonly { dials: number }[] };
    return { ...ledger, calls: ledger.calls.map((call) => ({ ...call, dials: 2 })) };
  });

interface Sabotage {
  readonly what: string;
  /** Is broken on its way: to the receiver, to the API, to the simulator. */
  readonly webhooks?: (receiver: string) => Mutant;
  readonly api?: () => Mutant;
  readonly simulator?: () => Mutant;
  /** What the run must count, among others. Each has one cause alone, but for what changed bytes are always: unsigned. */
  readonly finds: readonly (Count | 'refused' | 'failed')[];
  readonly yaml?: string;
}

const sabotages: readonly Sabotage[] = [
  {
    what: 'loses webhooks and says that they arrived, makes two deliveries of an event, sends a webhook twice, signs with another secret and leaves a property out',
    webhooks: breakingOneInTwo,
    finds: ['lost', 'untrue', 'double', 'unrecorded', 'repeated', 'unsigned', 'malformed'],
  },
  {
    what: 'sends webhooks late, and again with other bytes and an earlier time',
    webhooks: repeatingOtherwise,
    finds: ['late', 'altered', 'disordered', 'unsigned'],
    yaml: withRepeats(profile('settle: 60s\nlate: 1s')),
  },
  { what: 'drops webhooks under load', webhooks: droppingUnderLoad, finds: ['lost', 'untrue'] },
  {
    what: 'refuses under load, accepts calls that it does not place, leaves deliveries out of its record and dials twice',
    api: misreporting,
    simulator: diallingTwice,
    finds: ['refused', 'undialled', 'lost', 'foreign', 'unrecorded', 'double'],
  },
];

for (const { what, webhooks, api, simulator, finds, yaml = profile(brief) } of sabotages)
  test(`a run finds a deployment that ${what}`, async (t) => {
    const { target } = deployment;
    const behind = async (origin: string, mutant: Mutant): Promise<string> => {
      const proxy = await startProxy(origin, mutant);
      t.after(() => proxy.stop());
      return proxy.origin;
    };
    const port = await freePort();
    const receiver = `http://127.0.0.1:${port}`;
    const { origin } = new URL(target.baseUrl);
    const sabotaged = {
      ...target,
      ...(webhooks && { receiver: { port, url: await behind(receiver, webhooks(receiver)) } }),
      ...(api && { baseUrl: target.baseUrl.replace(origin, await behind(origin, api())) }),
      ...(simulator && { simulatorUrl: await behind(target.simulatorUrl ?? '', simulator()) }),
    };
    const run = await loaded(sabotaged, yaml);
    const found = wrongs(run);
    for (const name of finds) assert.ok(found.includes(name), `${name} is not among ${found.join(', ')}: ${loadReports.terminal(run)}`);
    assert.equal(passed(run), false);
  });

// It is the last one: the clock of the service in this process jumps with it, and is set right some time later.
test('where this machine itself was late to send a run says that it cannot tell, in every report', async () => {
  const yaml = profile(patient, 'event.accept.p95 < 1ms, ')
    .replace('for: 1s', 'for: 200ms')
    .replace(/mix: .*/, 'mix: { event: 1 }');
  // The factor is asked for when the phase begins, and then after each request: the machine stands still after the first one.
  // Ten times this is more than a request may take on any machine, so what is over the limit is never more than lateness explains.
  let factorAsked = 0;
  const standingStill = (): number => {
    factorAsked += 1;
    if (factorAsked === 2) stoodStillMs += 30_000;
    return 1;
  };
  const wanted = { target: deployment.target, profile: readProfile(yaml), dial: null, variables: {}, keepsBudgets: true };
  const run = await runLoad(wanted, watching, { ...controls, factor: standingStill });
  const reason = /this machine itself was up to \d+ ms late to send/;
  assert.match(
    loadReports.terminal(run),
    /cannot tell {2}event\.accept\.p95 < 1ms \([\d.]+ m?s; this machine itself was up to \d+ ms late to send\)[\s\S]*\nCANNOT TELL: .* 1 of 13 thresholds cannot be judged/,
  );
  assert.match(loadReports.html(run), /<header class="unsure">\s*<h1>Cannot tell: /);
  assert.match(loadReports.junit(run), /tests="15" failures="0" skipped="1"/);
  assert.match(loadReports.junit(run), reason);
  assert.match(loadReports.prometheus(run), /ringpost_load_passed 0\n[\s\S]*ringpost_load_cannot_tell 1\n/);
  const { cannotTell, thresholds } = JSON.parse(loadReports.json(run));
  assert.equal(cannotTell, true);
  assert.match(thresholds.find(({ holds }: { holds: boolean }) => !holds).cannotTell, reason);
  assert.equal(outcomeOf({ ...run, wasStopped: true }), 'failed');
});
