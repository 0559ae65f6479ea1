import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Target } from '../../../tools/conformance/target.ts';
import { readProfile } from '../../../tools/load/profile.ts';
import { passed } from '../../../tools/load/report/parts.ts';
import { loadReports } from '../../../tools/load/report/report.ts';
import { type LoadRun, runLoad } from '../../../tools/load/run.ts';
import { listen } from '../../support/api.ts';

/** How much a run sends, and how much of it at once, as a service sees it that only counts. */

interface Counting {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Answers what a run prepares and reads, and leaves the reads of the load to `onRead`. `differs` gives another status to a request where it
 * returns one.
 */
async function startCounting(
  onRead: (response: ServerResponse) => void,
  differs: (asked: string) => number | undefined = () => undefined,
): Promise<Counting> {
  const answers: Readonly<Record<string, object>> = {
    'GET /agents': { agents: [{ id: 'agt_1', name: 'Agent', isDefault: true }] },
    'POST /webhooks': { endpoint: { id: 'whe_1', signingSecret: 'a', createdAt: new Date().toISOString() } },
    'POST /automation-triggers': { trigger: { id: 'trg_1' } },
    'GET /webhook-deliveries?limit=50&page=1': { deliveries: [], pagination: { totalPages: 1 } },
    'POST /api/v1/operator/tenants': { tenant: { id: 'ten_1' } },
    'POST /api/v1/operator/tenants/ten_1/api-keys': { apiKey: 'key', key: { id: 'key_1' } },
    'POST /api/v1/operator/tenants/ten_1/agents': { agent: { id: 'agt_1' } },
    'POST /api/v1/operator/tenants/ten_1/phone-numbers': { phoneNumber: { id: 'num_1' } },
  };
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    const other = differs(asked);
    if (other !== undefined) return response.writeHead(other).end();
    if (asked === 'GET /webhook-deliveries') return onRead(response);
    const answer = answers[asked];
    response.writeHead(request.method === 'POST' ? 201 : answer ? 200 : 204).end(answer && JSON.stringify(answer));
  });
  const { origin, close } = await listen(server);
  return { baseUrl: origin, stop: close };
}

const answered = (response: ServerResponse): unknown => response.writeHead(200).end('{}');

function loaded(
  baseUrl: string,
  yaml: string,
  differs: Partial<Target> = {},
  said: string[] = [],
  leave = new AbortController().signal,
): Promise<LoadRun> {
  const target = { baseUrl, apiKey: 'key', secondTenantKey: null, scopedKeys: {}, operator: null, simulatorUrl: null, ...differs };
  const wanted = { profile: readProfile(`title: Test\n${yaml}`), dial: null, variables: {}, keepsBudgets: false };
  const controls = { stop: new AbortController().signal, leave, factor: () => 1 };
  return runLoad(
    { target: { ...target, receiver: { port: 0, url: null } }, ...wanted },
    { progress() {}, said: (sentence) => void said.push(sentence) },
    controls,
  );
}

test('as many requests are under way at the service as the profile allows, and are not kept back here', async (t) => {
  const waiting: ServerResponse[] = [];
  // Nobody is answered before all are there. Of a run that keeps some back, none is answered, and it ends after a minute.
  const service = await startCounting((response) => {
    if (waiting.push(response) === 200) for (const each of waiting) answered(each);
  });
  t.after(service.stop);
  const run = await loaded(
    service.baseUrl,
    'phases:\n  - { name: burst, for: 1s, rate: 200 }\nmix: { read: 1 }\nsettle: 1s\ninFlight: 200',
  );
  assert.deepEqual([waiting.length, run.whole.counts.answered], [200, 200]);
});

test('callers of a closed phase ask no more often than the profile allows', async (t) => {
  let reads = 0;
  const service = await startCounting((response) => {
    reads += 1;
    answered(response);
  });
  t.after(service.stop);
  const yaml =
    'phases:\n  - { name: open, for: 100ms, rate: 50 }\n  - { name: closed, for: 2s, closed: 4 }\nmix: { read: 1 }\nrequests: 12';
  const run = await loaded(service.baseUrl, `${yaml}\nsettle: 1s`);
  assert.equal(reads, 12);
  assert.equal(run.whole.counts.answered, 12);
});

test('a load that ends with its last request that is allowed says so, has no longer time, and keeps up with no step', async (t) => {
  const service = await startCounting(answered);
  t.after(service.stop);
  const yaml = `phases:
  - { name: even, for: 10s, rate: 50 }
  - { name: step, for: 10s, rate: 50, times: 2, steps: 2 }
mix: { read: 1 }
requests: 20
settle: 1s`;
  const run = await loaded(service.baseUrl, yaml);
  assert.deepEqual(
    run.phases.map(({ counts }) => counts.answered),
    [20, 0],
  );
  assert.ok((run.phases[0]?.seconds ?? 9) < 8, `${run.phases[0]?.seconds} s`);
  assert.equal(run.knee, 0);
  const told = 'The load ended before its time, in the phase even: the profile allows no more than 20 requests.';
  assert.ok(run.unseen.includes(told), run.unseen.join('\n'));
  // Of what comes to its end with its last request nothing is said.
  const whole = await loaded(
    service.baseUrl,
    'phases:\n  - { name: even, for: 400ms, rate: 50 }\nmix: { read: 1 }\nrequests: 20\nsettle: 1s',
  );
  assert.deepEqual([whole.whole.counts.answered, whole.phases[0]?.isCut], [20, false]);
  assert.ok(!whole.unseen.some((sentence) => sentence.includes('before its time')));
});

test('a run that sent nothing has failed, in every report', async (t) => {
  const service = await startCounting(answered);
  t.after(service.stop);
  const run = await loaded(
    service.baseUrl,
    'phases:\n  - { name: none, for: 100ms, rate: 20 }\nmix: { replay: 1 }\nthresholds: [lost == 0]\nsettle: 1s',
  );
  assert.equal(passed(run), false);
  assert.match(loadReports.terminal(run), /^FAILED: nothing was sent$/m);
  assert.match(loadReports.junit(run), /<testsuites tests="3" failures="1"[\s\S]*name="something was sent"><failure /);
});

const aRead = 'phases:\n  - { name: even, for: 100ms, rate: 20 }\nmix: { read: 1 }\nsettle: 1s';

test('a tenant whose endpoint is refused is deleted', async (t) => {
  const deleted: string[] = [];
  const service = await startCounting(answered, (asked) => {
    if (asked.startsWith('DELETE ')) deleted.push(asked);
    return asked === 'POST /webhooks' ? 400 : undefined;
  });
  t.after(service.stop);
  const operator = { url: service.baseUrl, token: 'token' };
  await assert.rejects(loaded(service.baseUrl, aRead, { operator }), { name: 'Unready', message: /^POST \/webhooks answered 400/ });
  assert.deepEqual(deleted, ['DELETE /api/v1/operator/tenants/ten_1']);
});

test('what a run has made with a key is taken back when the budget of the key allows it, or is named', async (t) => {
  for (const [statuses, told] of [
    [[429, 503, 204], []],
    [[403], ['Delete these yourself, because the service did not: /webhooks/whe_1 (403).']],
  ] as const) {
    const left: number[] = [...statuses];
    const said: string[] = [];
    const service = await startCounting(answered, (asked) => (asked === 'DELETE /webhooks/whe_1' ? left.shift() : undefined));
    t.after(service.stop);
    await loaded(service.baseUrl, aRead, {}, said);
    assert.deepEqual([left, said], [[], told]);
  }
});

test('what a run that is left at once has made is named, and what it has deleted is not', async (t) => {
  let leaving = new AbortController();
  const service = await startCounting((response) => {
    leaving.abort();
    answered(response);
  });
  t.after(service.stop);
  const toldOn = async (differs: Partial<Target>): Promise<readonly string[]> => {
    const said: string[] = [];
    leaving = new AbortController();
    await loaded(service.baseUrl, aRead, differs, said, leaving.signal);
    return said;
  };
  const operator = { url: service.baseUrl, token: 'token' };
  assert.deepEqual(await toldOn({ operator }), ['Left behind: ten_1. `ringpost tenant delete ID --yes` deletes such a tenant.']);
  assert.deepEqual(await toldOn({}), ['Left behind: the endpoint and the triggers named "Load" of the key\'s tenant. Delete them there.']);
  const [said, late]: [string[], AbortController] = [[], new AbortController()];
  await loaded(service.baseUrl, aRead, { operator }, said, late.signal);
  late.abort();
  assert.deepEqual(said, []);
});

const anEvent = 'phases:\n  - { name: even, for: 100ms, rate: 20 }\nmix: { event: 1 }\nthresholds: [lost == 0]\n';
const eventsPath = 'POST /api/v1/operator/tenants/ten_1/events';

test('where the record could not be read, what is owed is not seen to come, and nobody says that it will not', async (t) => {
  const service = await startCounting(answered, (asked) =>
    asked === eventsPath ? 200 : asked.startsWith('GET /webhook-deliveries?') ? 500 : undefined,
  );
  t.after(service.stop);
  const run = await loaded(service.baseUrl, `${anEvent}settle: 1s`, { operator: { url: service.baseUrl, token: 'token' } });
  const told = 'webhooks that are owed and were not seen to come; the record could not be read';
  const { lost } = run.reconciled.counts;
  assert.ok(lost > 0);
  assert.ok(loadReports.terminal(run).includes(`\nlost ${lost}: ${told}\n`), loadReports.terminal(run));
  assert.ok(loadReports.html(run).includes(`lost: ${told}<`));
  assert.match(loadReports.terminal(run), /^FAILED: \d+ webhooks were not seen to come, 1 of 1 thresholds do not hold$/m);
});

test('of a service that has long served nothing, no webhook is waited for', { timeout: 60_000 }, async (t) => {
  let reads = 0;
  const now = Date.now();
  t.mock.timers.enable({ apis: ['Date'], now });
  const service = await startCounting(answered, (asked) => {
    if (asked === 'GET /webhook-deliveries' && ++reads === 2) t.mock.timers.setTime(now + 121_000);
    return asked === eventsPath ? 200 : asked === 'GET /webhook-deliveries' ? 503 : undefined;
  });
  t.after(service.stop);
  // One request after the other, so the second read is asked for when the first has its answer.
  const yaml = anEvent.replace('100ms', '1s').replace('event: 1 }', 'event: 1, read: 1 }');
  const run = await loaded(service.baseUrl, `${yaml}settle: 10m\ninFlight: 1`, { operator: { url: service.baseUrl, token: 'token' } });
  assert.ok(reads >= 2 && run.reconciled.counts.lost > 0);
});
