import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../cli/parts/ports.ts';
import type { Context } from '../src/context.ts';
import { machine } from '../tools/load/machine.ts';
import { publish } from './report/publish.ts';
import { startCallers } from './soak/callers.ts';
import { repeated, strike } from './soak/faults.ts';
import { startProvider } from './soak/provider.ts';
import { type Sample, sampler } from './soak/samples.ts';
import { fewestSamples, headLine, judgeSoak, sampleLine } from './soak/verdict.ts';
import { benchOptions } from './stage/bench-options.ts';
import { holdSnapshot } from './stage/held-snapshot.ts';
import { profiles } from './stage/profiles.ts';
import { underLoad, type WebhookLoad } from './webhook-load.ts';

/**
 * `npm run bench:soak` runs a steady load on dispatch (`--rate` events a second) and on the API (`--reads`, `--calls`)
 * for fifteen minutes (`--minutes` or `--hours`). At every sample it adds two bursts: one that is handed over in
 * memory, and one that has piled up and is claimed. It shows memory, handles, lag, throughput and dead tuples over
 * time. With `--held-snapshot` a transaction keeps its snapshot for the whole run, so that no dead row can be removed,
 * which slows every queue in PostgreSQL down. With `--faults`, between every two samples all receivers answer 500 for a second, and
 * then all sessions of PostgreSQL are ended; publishers and callers repeat, with the same keys, what was not accepted, for half a minute.
 *
 * Service, publisher and callers are one process, which is measured; PostgreSQL, receiver and simulator are others. The
 * first fifth is a warm-up that the slopes leave out; the throughput leaves out the first sample. Buckets are used but
 * never empty. Not measured: TLS, slow receivers, log lines.
 *
 * Throughput is shown by the clock and by CPU time (of the service and of its PostgreSQL connections, without vacuum;
 * Linux only). The second is judged, because the first varies on a machine that others use as well.
 *
 * The last line is the verdict. Exits 1 if memory or handles are not shown to be flat at 95 % confidence, if dead rows, or disk or WAL for each
 * delivery, certainly rise, if lag is not flat, if a publication or a request failed,
 * or, with a held snapshot, if the deliveries per CPU second of the last third are 20 % or more below those of the
 * first.
 */
const options = benchOptions('soak', {
  minutes: { type: 'string', default: '15' },
  hours: { type: 'string' },
  reads: { type: 'string', default: '50' },
  calls: { type: 'string', default: '2' },
  rate: { type: 'string', default: '300' },
  'held-snapshot': { type: 'boolean', default: false },
  faults: { type: 'boolean', default: false },
  profile: { type: 'string' },
});
const minutes = options.hours === undefined ? Number(options.minutes) : 60 * Number(options.hours);
const rate = Number(options.rate);
const isHeld = options['held-snapshot'];
if (isHeld && options.faults) throw new Error('--faults would end the session that --held-snapshot holds.');
const patienceMs = options.faults ? 30_000 : 0;
const samples = 30;
/** The process is warm by then. */
const profiledAfter = 10;
/** A burst has as many events as ten seconds of the steady load. */
const burst = 10 * rate;
const senders = 40;
const ticksPerSecond = 20;

/** Starts the provider first, since callbacks of calls come to the service's address, which must be known beforehand. */
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
  const setting = `${minutes} minutes at ${rate} a second, bursts of ${burst}${isHeld ? ', under a held snapshot' : ''}${options.faults ? ', with faults' : ''}.`;
  console.log(`${setting}\n`);
  const tenants = (await load.senders('steady', senders)).map(({ id }) => id);
  const snapshot = isHeld ? await holdSnapshot(load.context.db.engine.options) : null;
  const steady = startSteadyLoad(load, tenants);
  const api = await startCallers(load, { readsPerSecond: Number(options.reads), callsPerSecond: Number(options.calls), patienceMs });
  const started = performance.now();
  const taken: Sample[] = [];
  let brokeOff: string | null = null;
  console.log(headLine);
  const taking = await profiles(options.profile);
  let profiled: (() => Promise<void>) | null = null;
  const sample = await sampler({ load: patient(load), tenants, api, burst });
  try {
    for (let n = 1; n <= samples; n++) {
      const untilSample = async (n: number): Promise<void> => {
        await pause(Math.max(0, started + (n / samples) * minutes * 60_000 - performance.now()));
      };
      if (options.faults) {
        await untilSample(n - 0.5);
        await strike(load);
      }
      await untilSample(n);
      const measured = await sample((performance.now() - started) / 60_000);
      // A session that is ended takes the account of its CPU time along.
      const seen = options.faults ? { ...measured, cores: Number.NaN } : measured;
      taken.push(seen);
      // One part is enough; a profile of the whole would take gigabytes.
      await profiled?.();
      profiled = n === profiledAfter ? await taking.begin() : null;
      console.log(sampleLine(seen));
    }
  } catch (error) {
    // What was measured until then is judged all the same, where it is enough to be judged.
    if (taken.length < fewestSamples) throw error;
    brokeOff = `It broke off after ${taken.length} of ${samples} samples: ${String(error)}`;
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
    brokeOff,
    calls: `calls placed ${api.placed()}, of these over ${await endedCalls(load.context)}`,
  });
  await publish(report);
  return holds ? 0 : 1;
}

/** A burst, too, is published again where a fault or a busy pool has refused it. */
const patient = (load: WebhookLoad): WebhookLoad => ({
  ...load,
  publish: (events) => repeated(patienceMs, () => load.publish(events)),
  pileUp: (events) => repeated(patienceMs, () => load.pileUp(events)),
});

async function endedCalls({ db }: Context): Promise<number> {
  const [ended]: { count: number }[] = await db.knex('calls').whereNotNull('completed_event_at').count({ count: '*' });
  return ended?.count ?? 0;
}

/** Runs an open loop: slow answers do not reduce the load. */
function startSteadyLoad(load: WebhookLoad, tenants: readonly string[]) {
  let isOver = false;
  let failures = 0;
  const underWay = new Set<Promise<void>>();
  const run = (async () => {
    const started = performance.now();
    for (let tick = 0, sent = 0; !isOver; tick++) {
      const due = Math.floor(((tick + 1) * rate) / ticksPerSecond) - sent;
      const events = Array.from({ length: due }, () => load.event(tenants[sent++ % tenants.length] ?? ''));
      const publishing: Promise<void> = repeated(patienceMs, () => load.publish(events))
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
