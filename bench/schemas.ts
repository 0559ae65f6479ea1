import { setTimeout as pause } from 'node:timers/promises';
import { Histogram } from '../tools/load/histogram.ts';
import { machine } from '../tools/load/machine.ts';
import { benchOptions } from './stage/bench-options.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { insertTenantsOf, type LoadTenant } from './stage/tenants.ts';

/**
 * `npm run bench:schemas` measures how long a tenant waits for `GET /calls/:id` while three others post extraction
 * schemas of the highest permitted cost, or more. Each posts a new one a second, which is their usual budget of writes,
 * or with `--posts 100000` a minute a new one as soon as the last is answered.
 *
 * The last line is the reader's p99. Exits 1 if it is 50 ms or more.
 */
const options = benchOptions('schemas', { seconds: { type: 'string', default: '20' }, posts: { type: 'string', default: '60' } });
const seconds = Number(options.seconds);
const postGapMs = 60_000 / Number(options.posts);
const readsPerSecond = 100;
const goalMs = 50;

async function bench(stage: Stage): Promise<void> {
  console.log(machine());
  const [reader, ...others] = await insertTenantsOf(stage, 4, { callsEach: 20, hook: null });
  if (!reader) throw new Error('There is no tenant.');
  const { url } = await stage.start({ run: ['cli/ringpost.ts', 'serve'], env: { RINGPOST_ROLES: 'api' } });
  await read(url, reader);
  show('at rest', await read(url, reader));

  const answers = new Map<number, number>();
  let isOver = false;
  const posting = others.map(async (tenant, nth) => {
    for (let n = nth; !isOver; n += others.length) {
      const nextAt = performance.now() + postGapMs;
      const status = await post(url, tenant, { ...costly[n % costly.length], title: `${n}` });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await pause(nextAt - performance.now());
    }
  });
  const beside = await read(url, reader);
  isOver = true;
  await Promise.all(posting);
  show(`beside schemas (${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')})`, beside);
  const p99 = beside.at(0.99);
  console.log(`the reader's p99: ${p99.toFixed(1)} ms`);
  process.exitCode = p99 < goalMs ? 0 : 1;
}

/** Each schema has a permitted size. It takes long to compile or to read, or is refused by its count. */
const costly: readonly object[] = [
  { properties: named(60, { $ref: '#/$defs/list' }), $defs: { list: { oneOf: numbered(80) } } },
  { oneOf: numbered(980) },
  { patternProperties: named(980, { minLength: 1 }) },
  { dependentRequired: { a: Object.keys(named(990, {})) } },
  { propertyNames: { pattern: '\\p{L}'.repeat(5_000) } },
  { properties: named(450, { $ref: '#/$defs/list' }), $defs: { list: { oneOf: numbered(500) } } },
];

function numbered(count: number): object[] {
  return Array.from({ length: count }, (_, nth) => ({ const: nth }));
}

function named(count: number, schema: object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`p${nth}`, schema]));
}

/**
 * Reads at fixed times, and counts each wait from the due time. This process sleeps between reads, which leaves the
 * cores to the service.
 */
async function read(url: string, { key, callIds }: LoadTenant): Promise<Histogram> {
  const waits = new Histogram();
  const begun = performance.now();
  const ask = async (n: number): Promise<void> => {
    const due = begun + (n * 1_000) / readsPerSecond;
    await pause(due - performance.now());
    const response = await fetch(`${url}/api/v1/public/calls/${callIds[n % callIds.length]}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.text();
    if (response.status !== 200) throw new Error(`A read was answered ${response.status}.`);
    waits.record(performance.now() - due);
  };
  await Promise.all(Array.from({ length: seconds * readsPerSecond }, (_, n) => ask(n)));
  return waits;
}

async function post(url: string, { agentId, key }: LoadTenant, schema: object): Promise<number> {
  const response = await fetch(`${url}/api/v1/public/agents/${agentId}/extraction-schema`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schema: { type: 'object', ...schema } }),
  });
  await response.text();
  return response.status;
}

function show(name: string, waits: Histogram): void {
  const [p50, p99, max] = [waits.at(0.5), waits.at(0.99), waits.at(1)].map((ms) => ms.toFixed(1));
  console.log(`${name}: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`);
}

await onStage(bench);
