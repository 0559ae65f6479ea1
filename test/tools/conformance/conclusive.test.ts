import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Breach, type Finding } from '../../../tools/conformance/check.ts';
import { conclusiveWithin, isCannotTell } from '../../../tools/conformance/conclusive.ts';
import type { World } from '../../../tools/conformance/world.ts';

/** The findings of a check that must take less than a minute, where each attempt takes as many seconds as are given. */
async function found(t: TestContext, secondsOfAttempts: readonly number[], attempt: (world: World) => void): Promise<readonly Finding[]> {
  let now = 0;
  const { mock } = t.mock.method(performance, 'now', () => now);
  const findings: Finding[] = [];
  const world = {
    get operator(): never {
      throw new Error('There is none.');
    },
    exchanges: [],
    breach: (message: string) => void findings.push({ kind: 'fail', message, exchange: null }),
    warn: (message: string) => void findings.push({ kind: 'warn', message, exchange: null }),
  };
  const left = [...secondsOfAttempts];
  const run = conclusiveWithin(60, async (inner) => {
    now += 1_000 * (left.shift() ?? assert.fail('It was tried once more.'));
    attempt(inner);
  });
  try {
    // The attempts use nothing else of their world.
    await run(world as unknown as World);
  } finally {
    // A test that mocks one function twice would otherwise leave the first mock behind.
    mock.restore();
  }
  assert.deepEqual(left, []);
  return findings;
}

const words = (findings: readonly Finding[]): readonly string[] => findings.map(({ kind, message }) => `${kind} ${message}`);

test('findings of an attempt in time are reported, thrown or not', async (t) => {
  assert.deepEqual(words(await found(t, [59], (world) => world.breach('too many'))), ['fail too many']);
  const throwing = (): never => {
    throw new Breach('no body');
  };
  assert.deepEqual(words(await found(t, [1], throwing)), ['fail no body']);
  assert.deepEqual(await found(t, [1], () => {}), []);
});

test('findings of an attempt that took too long are dropped, and the check is repeated', async (t) => {
  let attempt = 0;
  const findings = await found(t, [61, 60, 5], (world) => {
    attempt += 1;
    world.breach(`in attempt ${attempt}`);
  });
  assert.deepEqual(words(findings), ['fail in attempt 3']);
});

test('after three attempts that took too long the check warns that it cannot tell', async (t) => {
  const findings = await found(t, [61, 61, 61], (world) => world.breach('too many'));
  assert.equal(findings.length, 1);
  assert.ok(findings.every(isCannotTell));
});

test('an error that is no finding is thrown at once', async (t) => {
  await assert.rejects(
    found(t, [1], (world) => void world.operator),
    /There is none/,
  );
});
