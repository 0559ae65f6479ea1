import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { showProgress } from '../../../cli/judges/progress.ts';
import { randomRequests, secondsFor } from '../../../tools/conformance/pace.ts';
import { runConformance } from '../../../tools/conformance/run.ts';
import { wantedChecks } from '../../../tools/conformance/selection.ts';
import { listen } from '../../support/api.ts';
import { silent } from './run.ts';

const byKeyAlone = (profile: 'smoke' | 'full') => wantedChecks({ profile, only: [] }).filter(({ needs = [] }) => needs.length === 0);

test('the time of a run is that of its writes, but for those that the budget still holds', () => {
  assert.equal(secondsFor([], 60, 60), 0);
  // Fifteen checks of four writes are one minute's budget.
  const few = Array.from({ length: 30 }, () => ({ id: 'C2' }));
  assert.equal(secondsFor(few.slice(15), 60, 60), 0);
  assert.equal(secondsFor(few, 60, 60), 60);
  assert.equal(secondsFor(few, 120, 120), 0);
  // Once the budget is used up, all of them wait.
  assert.equal(secondsFor(few, 60, 0), 120);
  assert.ok(secondsFor(byKeyAlone('smoke'), 60, 60) < secondsFor(byKeyAlone('full'), 60, 60));
});

test('a run by a key alone takes a quarter of an hour at most at the budgets of the document', () => {
  assert.ok(secondsFor(byKeyAlone('full'), 60, 60) <= 900);
  assert.ok(randomRequests({ has: () => false }) < randomRequests({ has: () => true }));
});

test('who waits is told for how long, and how long the rest takes', () => {
  const told: string[] = [];
  const progress = showProgress({ write: (text) => told.push(text) });
  progress.paced(840);
  progress.waiting(25, 200);
  progress.waiting(3, null);
  assert.deepEqual(told, [
    'Without an operator the budgets of the key’s tenant set the pace: about 14 min at 60 writes a minute.\n',
    'waiting 25 s for the budget, about 3 min to go\n',
    'waiting 3 s for the budget\n',
  ]);
});

test('a service whose budget never has room again is not waited for without end', async (t) => {
  const error = JSON.stringify({ error: { code: 'rate_limited', message: 'Later.' } });
  const server = createServer((_request, response) => void response.writeHead(429, { 'retry-after': '1' }).end(error));
  const { origin, close } = await listen(server);
  t.after(async () => {
    server.closeAllConnections();
    await close();
  });
  const known = { apiKey: 'key', secondTenantKey: null, scopedKeys: {}, operator: null, simulatorUrl: null, receiver: null };
  const wanted = { target: { baseUrl: origin, ...known }, profile: 'full', seed: 1, only: ['F2', 'H1'], budgetSeconds: 2 } as const;
  const { results } = await runConformance(wanted, silent);
  for (const id of ['F2', 'H1'])
    assert.match(results.find(({ check }) => check.id === id)?.findings[0]?.message ?? '', /^no request passes the budget any more, /, id);
});
