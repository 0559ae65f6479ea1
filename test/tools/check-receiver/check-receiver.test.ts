import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventProblems } from '../../../src/contract/event-schemas.ts';
import { receiverReport } from '../../../tools/check-receiver/report.ts';
import { type Controls, checkReceiver, contractTimeoutMs, type ReceiverRun, type Wanted } from '../../../tools/check-receiver/run.ts';
import { vectorsFor } from '../../../tools/check-receiver/vectors.ts';
import { silent } from '../conformance/run.ts';
import { mutants } from './mutants.ts';
import { type RunningMutant, secondSecret, secret, startMutant } from './receiver.ts';

/** What a check says of a sound receiver, and of one that is wrong in one way. */

const failingHeaders = { 'X-Fail': '1' };

/** Returns a clock by which another second has begun at each look: what has one time in a delivery must be asked for once. */
const severalSeconds = (): (() => Date) => {
  let looks = 0;
  return () => new Date(Date.now() + (looks++ % 7) * 1_000);
};

const check = (running: RunningMutant, differs: Partial<Wanted> = {}, listener: Controls['listener'] = silent): Promise<ReceiverRun> =>
  checkReceiver(
    {
      url: running.url,
      secret,
      secondSecret,
      event: null,
      only: [],
      standardWebhooks: false,
      processedUrl: running.processedUrl,
      failingHeaders,
      timeoutMs: contractTimeoutMs,
      load: null,
      ...differs,
    },
    { listener, now: severalSeconds(), pause: running.pieceCame, stop: new AbortController().signal },
  );

const failures = ({ results }: ReceiverRun): readonly string[] =>
  results.flatMap(({ check: { id }, verdict }) => (verdict === 'pass' ? [] : [id]));

const allVectors = vectorsFor({ event: null, only: [] }).map(({ id }) => id);

test('a sound receiver passes every vector, with and without the headers of Standard Webhooks', async (t) => {
  const running = await startMutant(t, {});
  for (const standardWebhooks of [false, true]) {
    const run = await check(running, { standardWebhooks });
    assert.deepEqual(failures(run), [], receiverReport('terminal', run));
    assert.deepEqual(
      run.results.map(({ check: { id } }) => id),
      allVectors,
    );
  }
});

for (const { what, steps, caughtBy, isSilent = false } of mutants)
  test(`a receiver that ${what} is caught`, async (t) => {
    const running = await startMutant(t, steps());
    const only = { only: caughtBy };
    const run = await check(running, isSilent ? only : { ...only, processedUrl: null });
    assert.deepEqual([...failures(run)].sort(), [...caughtBy].sort(), receiverReport('terminal', run));
    if (!isSilent) return;
    const unseen = await check(await startMutant(t, steps()), { ...only, processedUrl: null });
    assert.deepEqual(failures(unseen), []);
    assert.match(receiverReport('terminal', unseen), /Not seen:\n {2}What the receiver did/);
  });

test('a receiver that does not tell what it has processed is told so before anything is sent', async (t) => {
  const running = await startMutant(t, {});
  const begun: string[] = [];
  const listener = { ...silent, began: ({ id }: { readonly id: string }) => void begun.push(id) };
  const wrong = check(running, { processedUrl: `${running.url}/nothing` }, listener);
  await assert.rejects(wrong, /\/nothing does not tell what was processed/);
  assert.deepEqual(begun, []);
});

test('a receiver that never answers is caught when the time of an answer is over', async (t) => {
  const running = await startMutant(t, { first: () => null });
  const run = await check(running, { only: ['example-interested'], timeoutMs: 200, processedUrl: null });
  assert.match(receiverReport('terminal', run), /FAIL example-interested [\s\S]*it gave no answer within 0\.2 s/);
});

test('every vector has a mutant that it catches, and a name of its own', () => {
  const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    allVectors.filter((id) => !caught.has(id)),
    [],
    'add a mutant to test/tools/check-receiver/mutants.ts for each of these',
  );
  assert.equal(new Set(allVectors).size, allVectors.length);
});

test('every body that a receiver must take fits the AsyncAPI document, except for an event that is new', async (t) => {
  const bodies: object[] = [];
  const running = await startMutant(t, { handle: (event) => void bodies.push(event) });
  await check(running);
  const unfit = bodies.filter((body) => eventProblems(body).length > 0);
  assert.deepEqual(
    unfit.map((body) => 'event' in body && body.event),
    ['call.transferred'],
  );
});

test('--event sends that event alone', async (t) => {
  const sent = new Set<string>();
  const running = await startMutant(t, { handle: ({ event }) => void sent.add(event) });
  assert.deepEqual(failures(await check(running, { event: 'sms.received' })), []);
  assert.deepEqual([...sent].sort(), ['call.transferred', 'sms.received']);
});

test('the reports name each failure with its rule and a command that sends it again, and no secret', async (t) => {
  const run = await check(await startMutant(t, { isFresh: () => true }), { only: ['stale', 'late'], processedUrl: null });
  const [html, junit, terminal] = (['html', 'junit', 'terminal'] as const).map((kind) => receiverReport(kind, run));
  const json = JSON.parse(receiverReport('json', run));
  assert.match(html ?? '', /<h1>The receiver breaks promises<\/h1>/);
  assert.match(junit ?? '', /tests="2" failures="1"[\s\S]*classname="receiver\.stale"/);
  assert.match(terminal ?? '', /FAIL stale [\s\S]*rule: Refuse with a 4xx[\s\S]*curl -i -X POST/);
  assert.deepEqual(json.counts, { pass: 1, fail: 1, warn: 0, skipped: 0 });
  for (const report of [html, junit, terminal, JSON.stringify(json)]) assert.ok(!report?.includes(secret));
});

test('a load counts what was taken and what was not, and fails for one delivery that was not', async (t) => {
  const load = { rate: 100, ms: 500 };
  const good = await check(await startMutant(t, {}), { only: ['late'], load });
  assert.deepEqual([good.load?.sent, good.load?.taken, good.load?.dropped, good.load?.failures], [50, 50, 0, {}]);
  assert.equal(good.load?.answered.count, 50);
  assert.deepEqual(failures(good), []);
  let n = 0;
  const bad = await check(await startMutant(t, { first: () => (++n === 20 ? 503 : undefined) }), {
    only: ['late'],
    load,
    processedUrl: null,
  });
  assert.deepEqual([bad.load?.taken, bad.load?.failures], [49, { 'it answered 503': 1 }]);
  assert.deepEqual(failures(bad), ['load']);
});

test('a load that was stopped has no verdict', async (t) => {
  const { url, pieceCame } = await startMutant(t, {});
  const stopping = new AbortController();
  let looks = 0;
  const now = (): Date => {
    // The vector sends one delivery, and the load the others.
    if (++looks === 5) stopping.abort();
    return new Date();
  };
  const wanted = { url, secret, secondSecret: null, event: null, only: ['line-at-end'], standardWebhooks: false, processedUrl: null };
  const rest = { failingHeaders: {}, timeoutMs: contractTimeoutMs, load: { rate: 50, ms: 600_000 } };
  const controls = { listener: silent, now, pause: pieceCame, stop: stopping.signal };
  await assert.rejects(checkReceiver({ ...wanted, ...rest }, controls), { name: 'Unjudgeable', message: /The run was stopped/ });
});
