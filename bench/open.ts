import { machine } from '../tools/load/machine.ts';
import { drive } from './api/drive.ts';
import { type Case, placeCalls, readCalls } from './api/requests.ts';
import { type Arrived, arrive } from './open/arrivals.ts';
import { figuresOf, type Sweep, sweep } from './open/sweep.ts';
import { publish } from './report/publish.ts';
import type { Section } from './report/report.ts';
import { benchOptions, namesWith } from './stage/bench-options.ts';
import { profiles } from './stage/profiles.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { insertTenantsOf } from './stage/tenants.ts';

/**
 * `npm run bench:open` measures latency for callers that do not wait for each other. Requests arrive at fixed, rising
 * rates until the service no longer keeps up, then for a while at half of the highest sustained rate, and at twice that
 * rate. See README.md in this folder.
 */
const options = benchOptions('open', {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  seconds: { type: 'string' },
  tenants: { type: 'string', default: '100' },
  profile: { type: 'string' },
});
const seconds = Number(options.seconds ?? (options.quick ? 2 : 5));
const warmUpSeconds = 2;
const manyConnections = 1_024;

interface Measured {
  readonly asked: Case;
  readonly swept: Sweep;
  readonly atHalf: Arrived;
  /** Has more connections than requests that the service admits: it must refuse the rest. */
  readonly atTwice: Arrived;
}

async function bench(stage: Stage): Promise<void> {
  const begunOn = machine();
  const tenants = await insertTenantsOf(stage, Number(options.tenants), { callsEach: 20, hook: null });
  const cases = [readCalls(tenants), placeCalls(tenants)];
  const names = namesWith(
    options.only,
    cases.map(({ name }) => name),
  );
  const taken = await profiles(options.profile);
  const service = await stage.start({ run: ['cli/ringpost.ts', 'serve'], env: { RINGPOST_ROLES: 'api' }, profile: taken.folder });
  const { url } = service;
  const setting = `Fixed arrivals over at most 128 connections, ${tenants.length} tenants, ${seconds} s a step after ${warmUpSeconds} s of warm-up.`;
  console.log(`${begunOn}\n${setting}`);
  const measured: Measured[] = [];
  for (const asked of cases.filter(({ name }) => names.includes(name))) {
    const { expected } = asked;
    const requests = asked.requests(url);
    // The result of the closed model determines the steps, and the run warms everything up.
    const closed = await drive({ url, requests, expected, connections: 64, seconds: warmUpSeconds });
    const swept = await sweep({ url, requests, expected, seconds }, closed.latency.count / closed.seconds);
    const half = Math.max(1, Math.round(swept.knee / 2));
    const atHalf = await arrive({ url, requests, expected, seconds: 2 * seconds, perSecond: half });
    const overload = { perSecond: Math.max(1, 2 * swept.knee), connections: manyConnections };
    measured.push({ asked, swept, atHalf, atTwice: await arrive({ url, requests, expected, seconds: 2 * seconds, ...overload }) });
  }
  await service.stop();
  await taken.name();
  await publish({
    name: 'open',
    title: 'API, open model',
    at: new Date().toISOString(),
    machine: begunOn,
    setting,
    verdict: measured.map(
      ({ asked, swept, atHalf, atTwice }) =>
        `${asked.name}: ${kneeIn(swept)}; at half of it p99 ${atHalf.response.at(0.99).toFixed(1)} ms from due to done${validity(atHalf)}; at twice of it ${atTwice.achieved.toFixed(0)}/s served with p99 ${atTwice.response.at(0.99).toFixed(0)} ms, ${atTwice.failed + atTwice.dropped} refused`,
    ),
    figures: Object.fromEntries(
      measured.flatMap(({ asked, swept, atHalf, atTwice }) =>
        figuresOf(swept.knee, atHalf, atTwice).map(([figure, value]) => [`${asked.name}, ${figure}`, value]),
      ),
    ),
    sections: measured.map(sectionOf),
  });
}

/** Names the knee. The last step is beyond the knee, or the sweep has ended too early. */
const kneeIn = ({ steps, knee }: Sweep): string => (steps.at(-1)?.offered === knee ? `no knee up to ${knee}/s` : `knee at ${knee}/s`);

/** Says if the load generator itself was late, which makes a figure invalid for the service. */
const validity = ({ sendLag, response }: Arrived): string =>
  sendLag.at(0.99) > response.at(0.99) / 2 ? ` (NOT VALID: the sender itself was late, p99 ${sendLag.at(0.99).toFixed(1)} ms)` : '';

function sectionOf({ asked, swept, atHalf, atTwice }: Measured): Section {
  const all = [...swept.steps, atHalf, atTwice];
  const marks = new Map([
    [atHalf, ' (half of the knee)'],
    [atTwice, ' (twice the knee)'],
  ]);
  return {
    title: asked.name,
    table: [
      ['offered/s', 'achieved/s', 'p50 ms', 'p90', 'p99', 'p99.9', 'max', 'service p99', 'send lag p99', 'failed', 'dropped'],
      ...all.map((step) => {
        const { p50, p90, p99, p999, max } = step.response.summary();
        const times = [p50, p90, p99, p999, max, step.service.at(0.99), step.sendLag.at(0.99)].map((ms) => ms.toFixed(1));
        return [`${step.offered}${marks.get(step) ?? ''}`, step.achieved.toFixed(0), ...times, String(step.failed), String(step.dropped)];
      }),
    ],
  };
}

await onStage(bench);
