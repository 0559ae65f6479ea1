import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Context } from '../src/context.ts';
import { publish } from './report/publish.ts';
import { machine } from './report/report.ts';
import { startCallers } from './soak/callers.ts';
import { startProvider } from './soak/provider.ts';
import { type Sample, sampler } from './soak/samples.ts';
import { headLine, judgeSoak, sampleLine } from './soak/verdict.ts';
import { freePort } from './stage/free-port.ts';
import { holdSnapshot } from './stage/held-snapshot.ts';
import { profiles } from './stage/profiles.ts';
import { underLoad, type WebhookLoad } from './webhook-load.ts';

/**
 * `npm run bench:soak`: a steady load on the dispatch path (`--rate` events a second) and on the API (`--reads`, `--calls`) for
 * fifteen minutes (`--minutes` or `--hours`), and at every sample two bursts on top of it: one that is handed over in memory
 * and one that piled up and comes by claims. It shows memory, handles, lag, throughput and dead tuples over time. With
 * `--held-snapshot` a transaction keeps its snapshot from the first minute to the last, so that no dead row can be removed: the
 * way every queue in PostgreSQL dies.
 *
 * Service, publisher and callers are one process, which is what is measured; PostgreSQL, receiver and simulator are others. Warm-up: the
 * first fifth is left out of the slopes, and the first sample out of the throughput. Buckets are asked and never empty.
 * Not measured: TLS, slow receivers, log lines.
 *
 * Throughput is shown by the clock and by the CPU (of the service and of PostgreSQL's connections to it, without its
 * vacuum; Linux only). The second is what is judged, because a machine that others use as well has no steady first.
 *
 * Last line: the verdict. Exits 1 where memory, handles or lag are not flat, a publication or a request failed, or, with a held
 * snapshot, where the deliveries a CPU second of the last third are 20 % or more below those of the first.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    hours: { type: 'string' },
    reads: { type: 'string', default: '50' },
    calls: { type: 'string', default: '2' },
    rate: { type: 'string', default: '300' },
    'held-snapshot': { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const minutes = options.hours === undefined ? Number(options.minutes) : 60 * Number(options.hours);
const rate = Number(options.rate);
const isHeld = options['held-snapshot'];
const samples = 30;
/** Warm by then. */
const profiledAfter = 10;
/** Ten seconds of the steady load at once. */
const burst = 10 * rate;
const senders = 40;
const ticksPerSecond = 20;

/** Callbacks of calls come to the service's own address, so it must be known beforehand. */
async function besideProvider(): Promise<number> {
  const provider = await startProvider();
  try {
    const port = String(await freePort());
    return await underLoad(soak, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...provider.environment });
  } finally {
    await provider.stop();
  }
}

async function soak(load: WebhookLoad): Promise<number> {
  const begunOn = machine();
  const setting = `${minutes} minutes at ${rate} a second, bursts of ${burst}${isHeld ? ', under a held snapshot' : ''}.`;
  console.log(`${setting}\n`);
  const tenants = await Promise.all(Array.from({ length: senders }, () => load.sender('steady')));
  const snapshot = isHeld ? await holdSnapshot(load.context.db.engine.options) : null;
  const steady = startSteadyLoad(load, tenants);
  const api = await startCallers(load, { readsPerSecond: Number(options.reads), callsPerSecond: Number(options.calls) });
  const started = performance.now();
  const taken: Sample[] = [];
  console.log(headLine);
  const taking = await profiles(options.profile);
  let profiled: (() => Promise<void>) | null = null;
  const sample = await sampler({ load, tenants, api, burst });
  try {
    for (let n = 1; n <= samples; n++) {
      await pause(Math.max(0, started + (n / samples) * minutes * 60_000 - performance.now()));
      const seen = await sample((performance.now() - started) / 60_000);
      taken.push(seen);
      // One stretch is enough, and all of it would be gigabytes.
      await profiled?.();
      profiled = n === profiledAfter ? await taking.begin() : null;
      console.log(sampleLine(seen));
    }
  } finally {
    await steady.stop();
    await api.stop();
    await snapshot?.end();
    await profiled?.();
  }
  await taking.name();
  const { report, holds } = judgeSoak({
    machine: begunOn,
    setting,
    samples: taken,
    failed: { publications: steady.failures(), requests: api.failures() },
    isHeld,
    calls: `calls placed ${api.placed()}, of these over ${await endedCalls(load.context)}`,
  });
  await publish(report);
  return holds ? 0 : 1;
}

async function endedCalls({ db }: Context): Promise<number> {
  const [ended]: { count: number }[] = await db.knex('calls').whereNotNull('completed_event_at').count({ count: '*' });
  return ended?.count ?? 0;
}

/** An open loop: a slow answer does not make it ask less. */
function startSteadyLoad(load: WebhookLoad, tenants: readonly string[]) {
  let isOver = false;
  let failures = 0;
  const underWay = new Set<Promise<void>>();
  const run = (async () => {
    const started = performance.now();
    for (let tick = 0, sent = 0; !isOver; tick++) {
      const due = Math.floor(((tick + 1) * rate) / ticksPerSecond) - sent;
      const events = Array.from({ length: due }, () => load.event(tenants[sent++ % tenants.length] ?? ''));
      const publishing: Promise<void> = load
        .publish(events)
        .catch(() => {
          failures += 1;
        })
        .finally(() => underWay.delete(publishing));
      underWay.add(publishing);
      await pause(Math.max(0, started + ((tick + 1) * 1_000) / ticksPerSecond - performance.now()));
    }
    await Promise.all(underWay);
  })();
  return {
    failures: () => failures,
    stop: () => {
      isOver = true;
      return run;
    },
  };
}

process.exit(await besideProvider());
