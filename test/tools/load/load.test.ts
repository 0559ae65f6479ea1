import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readProfile } from '../../../tools/load/profile.ts';
import type { Count } from '../../../tools/load/reconcile.ts';
import { accountLine, passed } from '../../../tools/load/report/parts.ts';
import { loadReports } from '../../../tools/load/report/report.ts';
import { type LoadRun, runLoad } from '../../../tools/load/run.ts';
import { freePort } from '../../support/ringpost.ts';
import { type Deployment, startDeployment } from '../conformance/deployment.ts';
import { answering, type Mutant, notDeleting, type Passed, startProxy } from '../conformance/mutant.ts';

/** What a load run says of a sound deployment, and of one that is broken in one thing on its way to the run. */

let deployment: Deployment;
before(async () => {
  deployment = await startDeployment();
});
after(() => deployment.stop());

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
const quiet = { progress() {}, said: (sentence: string) => void said.push(sentence) };
const controls = { stop: new AbortController().signal, factor: () => 1 };

const loaded = (target: Deployment['target'], yaml: string): Promise<LoadRun> =>
  runLoad({ target, profile: readProfile(yaml), dial: null, variables: {}, keepsBudgets: true }, quiet, controls);

const patient = 'settle: 60s\nlate: 60s';
/** Long enough for what comes, and short for what never does. */
const brief = 'settle: 4s\nlate: 60s';

/** The counts that are not zero, of what should be. */
const wrongs = ({ reconciled, whole }: LoadRun): readonly string[] =>
  Object.entries({ ...reconciled.counts, refused: whole.counts.refused, failed: whole.counts.failed })
    .filter(([name, number]) => !['accepted', 'ended', 'delivered'].includes(name) && number > 0)
    .map(([name]) => name)
    .sort();

test('of a sound deployment everything that was accepted is accounted for, in every report', async () => {
  // A slow machine may refuse requests and leave no delivery to replay, which is no fault in the account.
  const run = await loaded(deployment.target, profile(patient, ''));
  assert.deepEqual(
    wrongs(run).filter((name) => name !== 'refused'),
    [],
    loadReports.terminal(run),
  );
  const { accepted } = run.reconciled.counts;
  assert.ok(accepted > 0, `${accepted} accepted`);
  assert.equal(accountLine(run), `accepted ${accepted}, ended ${accepted}, delivered ${accepted}, lost 0, double 0`);
  assert.ok(passed(run));
  for (const stage of ['call.accept', 'read.answer', 'text.accept', 'event.accept', 'call.end', 'webhook.lag', 'webhook.commit'] as const)
    assert.ok((run.whole.durations(stage)?.count ?? 0) > 0, stage);
  assert.equal(JSON.parse(loadReports.json(run)).account.accepted, accepted);
  assert.match(loadReports.html(run), /<h1>Passed: \d+ of \d+ webhooks arrived/);
  assert.match(loadReports.junit(run), /tests="12" failures="0"/);
  assert.match(loadReports.prometheus(run), new RegExp(`ringpost_load_account\\{kind="accepted"\\} ${accepted}\n`));
  assert.ok(loadReports.terminal(run).trimEnd().endsWith(accountLine(run)));
});

test('a run deletes its tenants', async () => {
  await loaded(deployment.target, profile(patient));
  const { operator } = deployment.target;
  const ask = async (path: string) =>
    (await fetch(`${operator?.url}/api/v1/operator${path}`, { headers: { authorization: `Bearer ${operator?.token}` } })).json();
  const { tenants } = (await ask('/tenants?limit=50')) as { tenants: { name: string; deletingSince: string | null }[] };
  const made = tenants.filter(({ name }) => /^Load \d/.test(name));
  assert.ok(made.length >= 2);
  for (const { name, deletingSince } of made) assert.ok(deletingSince, name);
  assert.deepEqual(said, []);
});

test('where the operator API cannot delete tenants, a run closes them and says so', async () => {
  const { operator } = deployment.target;
  const proxy = await startProxy(operator?.url ?? '', notDeleting);
  await loaded({ ...deployment.target, operator: { url: proxy.origin, token: operator?.token ?? '' } }, profile(patient));
  await proxy.stop();
  assert.match(said.join('\n'), /ten_\w+ could not be deleted and is left with its public API off: .*405/);
});

const everyTenth = (): (() => boolean) => {
  let n = 0;
  return () => ++n % 10 === 3;
};
const swallowed = { answer: { status: 200, headers: {}, body: Buffer.alloc(0) } };
const idOf = ({ headers }: Passed): string => String(headers['x-webhook-delivery-id']);

/** Changes every attempt of a delivery after its first. */
const onRepeats = (change: (request: Passed) => Passed): Mutant => {
  const seen = new Set<string>();
  return {
    request(request) {
      if (seen.has(idOf(request))) return change(request);
      seen.add(idOf(request));
      return request;
    },
  };
};

/** Sends a copy of some webhooks itself. */
const copying = (receiver: string, change: (headers: Passed['headers']) => Passed['headers']): Mutant => {
  const isDue = everyTenth();
  return {
    request(request) {
      if (isDue()) {
        const headers = new Headers(
          Object.entries(change(request.headers)).map(([name, value]): [string, string] => [name, String(value)]),
        );
        for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
        void fetch(`${receiver}${request.path}`, { method: 'POST', headers, body: Uint8Array.from(request.body) });
      }
      return request;
    },
  };
};

interface Sabotage {
  readonly what: string;
  readonly where: 'webhooks' | 'api' | 'simulator';
  readonly mutant: (receiver: string) => Mutant;
  /** What the run must count, among others. */
  readonly finds: readonly (Count | 'refused' | 'failed')[];
  readonly yaml?: string;
}

const sabotages: readonly Sabotage[] = [
  {
    what: 'loses webhooks and says that they arrived',
    where: 'webhooks',
    mutant: () => {
      const isLost = everyTenth();
      return { request: (request) => (isLost() ? swallowed : request) };
    },
    finds: ['lost', 'untrue'],
  },
  {
    what: 'makes two deliveries of an event',
    where: 'webhooks',
    mutant: (receiver) => copying(receiver, (headers) => ({ ...headers, 'x-webhook-delivery-id': randomUUID() })),
    finds: ['double', 'unrecorded'],
  },
  { what: 'sends a webhook twice', where: 'webhooks', mutant: (receiver) => copying(receiver, (headers) => headers), finds: ['repeated'] },
  { what: 'sends webhooks late', where: 'webhooks', mutant: () => ({ delayMs: 1_500 }), finds: ['late'], yaml: 'settle: 60s\nlate: 1s' },
  {
    what: 'signs with another secret',
    where: 'webhooks',
    mutant: () => ({
      request: (request) => ({ ...request, headers: { ...request.headers, 'x-webhook-signature': `sha256=${'0'.repeat(64)}` } }),
    }),
    finds: ['unsigned'],
  },
  {
    what: 'sends other bytes when it sends again',
    where: 'webhooks',
    mutant: () => onRepeats((request) => ({ ...request, body: Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), null, 1)) })),
    finds: ['altered', 'unsigned'],
  },
  {
    what: 'signs a repeat with an earlier time',
    where: 'webhooks',
    mutant: () =>
      onRepeats((request) => ({
        ...request,
        headers: { ...request.headers, 'x-webhook-timestamp': String(Number(request.headers['x-webhook-timestamp']) - 60) },
      })),
    finds: ['disordered', 'unsigned'],
  },
  {
    what: 'leaves a property out of the body',
    where: 'webhooks',
    mutant: () => ({
      request: (request) => ({ ...request, body: Buffer.from(request.body.toString().replace(/,"phone":"[^"]*"/, '')) }),
    }),
    finds: ['malformed', 'unsigned'],
  },
  {
    what: 'refuses under load',
    where: 'api',
    mutant: () => {
      const isRefused = everyTenth();
      return {
        request: (request) =>
          /\/calls$|\/retry$/.test(request.path) && isRefused()
            ? { answer: { status: 503, headers: {}, body: Buffer.from('{}') } }
            : request,
      };
    },
    finds: ['refused'],
  },
  {
    what: 'accepts calls that it does not place',
    where: 'api',
    mutant: () => {
      let n = 0;
      return answering((json, { status }, { method, path }) => {
        if (method !== 'POST' || !path.endsWith('/calls') || status !== 201 || ++n % 3 !== 0) return undefined;
        const { call } = json as { call: object };
        return { call: { ...call, id: `call_${randomUUID()}` } };
      });
    },
    finds: ['undialled', 'lost', 'foreign'],
  },
  {
    what: 'leaves deliveries out of its record',
    where: 'api',
    mutant: () =>
      answering((json, _response, { path }) => {
        if (!path.includes('/webhook-deliveries?limit')) return undefined;
        const page = json as { deliveries: readonly unknown[] };
        return { ...page, deliveries: page.deliveries.slice(1) };
      }),
    finds: ['unrecorded'],
  },
  {
    what: 'dials twice',
    where: 'simulator',
    mutant: () =>
      answering((json, _response, { path }) => {
        if (path !== '/ledger') return undefined;
        const ledger = json as { calls: readonly { dials: number }[] };
        return { ...ledger, calls: ledger.calls.map((call) => ({ ...call, dials: 2 })) };
      }),
    finds: ['double'],
  },
];

for (const { what, where, mutant, finds, yaml = brief } of sabotages)
  test(`a run finds a deployment that ${what}`, async () => {
    const { target } = deployment;
    const port = await freePort();
    const behind = { webhooks: `http://127.0.0.1:${port}`, api: new URL(target.baseUrl).origin, simulator: target.simulatorUrl ?? '' }[
      where
    ];
    const proxy = await startProxy(behind, mutant(`http://127.0.0.1:${port}`));
    try {
      const sabotaged = {
        ...target,
        ...(where === 'webhooks' && { receiver: { port, url: proxy.origin } }),
        ...(where === 'api' && { baseUrl: target.baseUrl.replace(behind, proxy.origin) }),
        ...(where === 'simulator' && { simulatorUrl: proxy.origin }),
      };
      const run = await loaded(sabotaged, profile(yaml));
      const found = wrongs(run);
      for (const name of finds) assert.ok(found.includes(name), `${name} is not among ${found.join(', ')}: ${loadReports.terminal(run)}`);
      assert.equal(passed(run), false);
    } finally {
      await proxy.stop();
    }
  });
