import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ExtractionJob, type ExtractionThread, type Judgement, startExtractionThread } from '../../src/agents/extraction-thread.ts';
import { createExtractionWorkers } from '../../src/agents/extraction-workers.ts';
import { createLog } from '../../src/process/log.ts';
import { until } from '../support/until.ts';

const log = createLog('silent');
const workers = createExtractionWorkers(log);
after(() => workers.close());

const validate = (schema: string, data: string): Promise<string | null> => workers.validate('ten_1', schema, data);
const backtracking = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
/** Takes more memory to compile than there is for it. */
const large = JSON.stringify({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, nth) => [`p${nth}`, { type: 'string', format: 'date' }])),
});
const endless = JSON.stringify({ a: `${'a'.repeat(50)}!` });

/** How often this thread had a turn while something went on. */
async function beatsDuring(goesOn: () => Promise<unknown>): Promise<number> {
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 10);
  await goesOn();
  clearInterval(heart);
  return beats;
}

test('a pattern that backtracks for ever ends in an error while this thread goes on', async () => {
  const beats = await beatsDuring(async () => {
    assert.equal(await validate(JSON.stringify(backtracking), endless), 'checking the extracted data took too long');
  });
  assert.ok(beats >= 3, `the thread had ${beats} turns in a quarter of a second`);
});

test('a schema that is too large to compile is refused while this thread goes on, and the next one is compiled', async () => {
  const beats = await beatsDuring(async () => {
    const flaw = await workers.judge('ten_1', large, []);
    assert.match(flaw?.message ?? '', /^The schema is too costly: compiling it takes more than /);
  });
  assert.ok(beats >= 3, `the thread had ${beats} turns`);
  assert.match((await validate(large, '{}')) ?? '', /^the extraction schema was refused: The schema is too costly/);
  assert.equal(await workers.judge('ten_1', JSON.stringify(backtracking), []), null);
});

test('only the CPU time of the worker counts, however long it has to wait for a core', async () => {
  let cpuMs = 0;
  let looks = 0;
  const meter = () => () => {
    looks += 1;
    return cpuMs;
  };
  const thread = await startExtractionThread(meter);
  let outcome: Judgement | undefined;
  const running = thread.run({ schema: JSON.stringify(backtracking), patterns: [], data: endless }).then((settled) => {
    outcome = settled;
  });
  // Its time has been up twice by the clock.
  await until('the worker’s CPU time was looked at seven times', async () => looks > 6);
  assert.equal(outcome, undefined);
  cpuMs = 10_000;
  await running;
  assert.deepEqual(outcome, { kind: 'ended', by: 'time', during: 'validating' });
});

test('compiling has its own limit of CPU time', async () => {
  let cpuMs = 0;
  const thread = await startExtractionThread(() => () => {
    cpuMs += 10_000;
    return cpuMs;
  });
  const job = { schema: large, patterns: [], data: null };
  const outcome = await thread.run(job);
  assert.deepEqual(outcome, { kind: 'ended', by: 'time', during: 'compiling' });
  assert.deepEqual(await thread.run(job), outcome, 'a thread that has ended says so');
});

test('goes on checking after one was stopped, and many at once', async () => {
  const plain = JSON.stringify({ type: 'object', required: ['budget'] });
  const results = await Promise.all([
    validate(JSON.stringify(backtracking), endless),
    ...Array.from({ length: 10 }, (_, i) => validate(plain, i % 2 === 0 ? '{"budget":1}' : '{}')),
  ]);
  assert.equal(results.filter((result) => result === null).length, 5);
});

test('schemas of two tenants with the same $id do not meet', async () => {
  const one = JSON.stringify({ $id: 'https://x.test/s', type: 'object', required: ['a'] });
  const two = JSON.stringify({ $id: 'https://x.test/s', type: 'object', required: ['b'] });
  assert.equal(await validate(one, '{"a":1}'), null);
  assert.equal(await validate(two, '{"b":1}'), null);
  assert.notEqual(await validate(two, '{"a":1}'), null);
});

test('names such as __proto__ are plain data', async () => {
  const own = '{"type":"object","required":["__proto__","constructor"]}';
  assert.equal(await validate(own, '{"__proto__":1,"constructor":2}'), null);
  assert.notEqual(await validate(own, '{}'), null);
});

test('a schema that is asynchronous or does not compile is an error, never a pass', async () => {
  assert.match((await validate('{"$async":true,"type":"object","required":["a"]}', '{}')) ?? '', /asynchronous/);
  assert.match((await validate('{"type":"nope"}', '{}')) ?? '', /does not compile/);
  assert.match((await validate('{"$ref":"https://x.test/elsewhere"}', '{}')) ?? '', /does not compile/);
});

test('a schema that refers to itself for ever, stored before that was refused, gets words of our own', async () => {
  const endlessly = '{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}';
  assert.match((await validate(endlessly, '{"a":1}')) ?? '', /too costly: .* too deep/);
  const atTheRoot = '{"type":"object","allOf":[{"$ref":"#"}]}';
  assert.match((await validate(atTheRoot, '{"a":1}')) ?? '', /refers to itself without end/);
});

test('a schema that names another draft is read as 2020-12', async () => {
  const older = '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["a"]}';
  assert.equal(await validate(older, '{"a":1}'), null);
  assert.match((await validate(older, '{}')) ?? '', /does not fit/);
});

/** Threads that answer when they are told to. */
function fakeThreads() {
  const runs: { readonly job: ExtractionJob; readonly thread: number; settle(outcome: Judgement): void }[] = [];
  let started = 0;
  const start = async (): Promise<ExtractionThread> => {
    const thread = ++started;
    const ends: (() => void)[] = [];
    return {
      run: (job) =>
        new Promise((resolve) => {
          runs.push({ job, thread, settle: resolve });
          ends.push(() => resolve({ kind: 'ended', by: 'other', during: 'compiling' }));
        }),
      end: async () => {
        for (const end of ends) end();
      },
    };
  };
  const run = async (nth: number) => {
    await until(`a thread has job ${nth}`, async () => runs.length > nth);
    return runs[nth] ?? assert.fail();
  };
  return { runs, start, run };
}

const answered: Judgement = { kind: 'answered', flaw: null, misfit: null };
const outOfMemory: Judgement = { kind: 'ended', by: 'memory', during: 'compiling' };

test('a tenant whose jobs never end leaves a worker to the others', async () => {
  const threads = fakeThreads();
  const shared = createExtractionWorkers(log, threads.start);
  const loud = [1, 2, 3].map((nth) => shared.judge('loud', `${nth}`, []));
  const quiet = shared.validate('quiet', '4', '{}');
  assert.equal((await threads.run(0)).job.schema, '1');
  const second = await threads.run(1);
  assert.equal(second.job.schema, '4');
  second.settle({ ...answered, misfit: 'no' });
  assert.equal(await quiet, 'no');
  assert.equal(shared.waiting('loud'), 2);
  assert.equal(threads.runs.length, 2);
  await shared.close();
  for (const each of loud) await assert.rejects(each, /were closed/);
  await assert.rejects(shared.judge('late', '5', []), /were closed/);
});

test('a worker that runs out of memory over what others left in it costs a schema nothing', async () => {
  const threads = fakeThreads();
  const shared = createExtractionWorkers(log, threads.start);
  const first = shared.judge('a', '1', []);
  (await threads.run(0)).settle(answered);
  await first;
  const second = shared.judge('a', '2', []);
  const used = await threads.run(1);
  assert.equal(used.thread, 1);
  used.settle(outOfMemory);
  const fresh = await threads.run(2);
  assert.deepEqual([fresh.thread, fresh.job.schema], [2, '2']);
  fresh.settle(answered);
  assert.equal(await second, null);

  const third = shared.judge('a', '3', []);
  (await threads.run(3)).settle(outOfMemory);
  (await threads.run(4)).settle(outOfMemory);
  assert.match((await third)?.message ?? '', /more than 128 MB of memory/, 'it did so by itself');
  await shared.close();
});

test('a verdict is remembered, whoever asks again', async () => {
  const threads = fakeThreads();
  const shared = createExtractionWorkers(log, threads.start);
  const first = shared.judge('a', '1', []);
  (await threads.run(0)).settle(outOfMemory);
  const flaw = await first;
  assert.deepEqual(await shared.judge('b', '1', []), flaw);
  assert.match((await shared.validate('b', '1', '{}')) ?? '', /too costly/);
  assert.equal(threads.runs.length, 1);
  await shared.close();
});

test('a worker that ends for no reason of the schema is our mistake, and no verdict', async () => {
  const threads = fakeThreads();
  const shared = createExtractionWorkers(log, threads.start);
  const first = shared.judge('a', '1', []);
  (await threads.run(0)).settle({ kind: 'ended', by: 'other', during: 'compiling' });
  await assert.rejects(first, /ended without an answer/);
  const again = shared.judge('a', '1', []);
  (await threads.run(1)).settle(answered);
  assert.equal(await again, null);
  await shared.close();
});

test('a fraction is a multiple of a fraction where it is one in decimals', async () => {
  const price = JSON.stringify({ type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } });
  for (const fits of ['19.99', '4.35', '1.1', '1234567.89', '0.01', '-8.2', '3'])
    assert.equal(await validate(price, `{"price":${fits}}`), null, fits);
  for (const misfits of ['19.995', '0.001', '1234567.891'])
    assert.match((await validate(price, `{"price":${misfits}}`)) ?? '', /\/price must be multiple of 0.01/, misfits);
});
