import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Sabotage, sabotages } from '../faults/matrix/sabotage.ts';
import { accepted, answeredCall, delivered, soundDial, soundEvidence, soundWallet } from '../faults/matrix/sound-evidence.ts';
import { type Evidence, judge, type Receipt, type Verdict } from '../faults/matrix/verdict.ts';
import type { LedgerRecord } from '../faults/matrix/wallets.ts';
import { runsTypeScript } from '../support/typescript.ts';
import { rangOtherwise } from './keyed-calls.ts';
import { moveSabotages } from './move-sabotage.ts';
import { moveFindings } from './moved.ts';
import { help, readOptions } from './options.ts';
import { hasPassed, nothingSeen, type Outcome, outcomeTable } from './outcome.ts';

const verdict: Verdict = {
  kills: 1,
  lost: [],
  duplicates: 0,
  bound: 2,
  doubleDials: [],
  unaskedDials: [],
  permits: [],
  wallets: [],
  counts: [],
  recordings: [],
  budgets: [],
  retention: [],
  wrong: [],
  rows: [],
  passed: true,
};
const outcome: Outcome = {
  verdict,
  windows: [
    {
      fault: 'primary killed',
      requests: 40,
      failed: 1,
      refusals: ['call-1 after 9 ms: 500 away'],
      longestMs: 812,
      pauseMs: 1_133.6,
      isPlanned: false,
    },
    { fault: 'restarted in turn', requests: 30, failed: 0, refusals: [], longestMs: 0, pauseMs: 90, isPlanned: true },
  ],
  missed: [],
  misrouted: [],
  drilled: [],
};

test('a run passes when nothing was lost, missed or misrouted', () => {
  assert.equal(hasPassed(outcome), true);
  assert.equal(hasPassed({ ...outcome, verdict: { ...verdict, passed: false } }), false);
  assert.equal(hasPassed({ ...outcome, missed: ['whe_1'] }), false);
  assert.equal(hasPassed({ ...outcome, misrouted: ['a key of c2 was answered 401'] }), false);
  assert.equal(hasPassed({ ...outcome, drilled: ['after a restore, the telephones that rang are more'] }), false);
});

/** What each planted bug leaves behind, and how the verdict names it. */
const planted: Readonly<Record<Sabotage, readonly [Partial<Evidence>, RegExp]>> = {
  lost: [{ deliveries: [], receipts: new Map(), events: [{ name: 'event', expected: 1, stored: 0 }] }, /^event: accepted, and 0 of its 1/m],
  duplicate: [received(accepted, accepted), /^d: received 2 times/m],
  forged: [received(accepted, { ...accepted, bodyHash: 'other' }), /^d: bytes that are not the stored ones$/m],
  'double-dial': [{ calls: [{ ...answeredCall, dials: 2 }] }, /^c: dialled 2 times$/m],
  'unasked-dial': [{ asks: [] }, /^c: rang \+14155550100 at .*; asked for never$/m],
  'leaked-permit': [{ permits: [{ tenantId: 'ten_1', limit: 1, taken: 1 }] }, /^ten_1: permits still taken after all had ended: 1$/m],
  'over-limit': [{ dials: [soundDial, soundDial] }, /^ten_1: 2 calls at once, and its limit is 1$/m],
  'double-charge': [
    charged(...soundWallet.ledger, { kind: 'settlement', amountMicros: -33_334, balanceAfterMicros: 933_332, callId: 'c' }),
    /^c: 1 holds and 2 entries that close them$/m,
  ],
  'lost-hold': [charged(...soundWallet.ledger.filter(({ kind }) => kind !== 'hold')), /^c: 0 holds and 1 entries that close them$/m],
  'open-hold': [charged(...soundWallet.ledger.filter(({ kind }) => kind !== 'settlement')), /^c: 1 holds and 0 entries that close them$/m],
  'wrong-count': [
    { counts: [{ tenantId: 'ten_1', counted: 2, listed: 1, stored: 1 }] },
    /^ten_1: 2 deliveries counted, 1 listed, 1 stored$/m,
  ],
  'lost-recording': [{ recordings: [{ callId: 'c', made: 'r', kept: null }] }, /^c: was recorded, and no recording is served$/m],
  'wrong-recording': [
    { recordings: [{ callId: 'c', made: 'r', kept: 'other' }] },
    /^c: the recording that is served is not the one that was made$/m,
  ],
  'over-budget': [
    { budgets: soundEvidence.budgets.map((one) => ({ ...one, limit: 1 })) },
    /^ten_1: 2 requests within a minute, its budget is 1, and the bound 1$/m,
  ],
  'removed-early': [without('left'), /^left: removed 60 s before its time$/m],
  'removed-live': [without('live'), /^live: removed, and it was live$/m],
  'kept-too-long': [{ retention: { ...soundEvidence.retention, sweptBefore: 10_000 } }, /^due: kept 21 s too long$/m],
};

function received(...receipts: readonly Receipt[]): Partial<Evidence> {
  return { receipts: new Map([[delivered.id, receipts.map((receipt) => ({ ...receipt, at: 2 }))]]) };
}

function charged(...ledger: readonly LedgerRecord[]): Partial<Evidence> {
  return { wallets: [{ ...soundWallet, ledger }] };
}

function without(name: string): Partial<Evidence> {
  const { retention } = soundEvidence;
  return { retention: { ...retention, kept: retention.kept.map((one) => (one.name === name ? { ...one, isThere: false } : one)) } };
}

const judged = (broken: Partial<Evidence>): Outcome => {
  const faults = [{ name: 'primary killed', isKill: false, at: 1, held: new Set([delivered.id]), inFlight: new Set<string>(), backMs: 10 }];
  return { ...outcome, verdict: judge({ ...soundEvidence, faults, ...broken }) };
};

for (const [how, [broken, said]] of Object.entries(planted))
  test(`a run in which "${how}" is planted fails, and names it`, () => {
    assert.equal(hasPassed(judged({})), true);
    const failed = judged(broken);
    assert.equal(hasPassed(failed), false);
    assert.match(outcomeTable(failed), said);
  });

test('what a planned restart refuses fails it and is told, what a fault refuses does not', () => {
  const seen = outcome.windows.map((window) => ({ ...window, failed: 1, refusals: ['call-2 after 7 ms: 502 Bad Gateway'] }));
  assert.equal(hasPassed({ ...outcome, windows: seen.slice(0, 1) }), true);
  const failed = { ...outcome, windows: seen };
  assert.equal(hasPassed(failed), false);
  assert.match(outcomeTable(failed), /^restarted in turn: call-2 after 7 ms: 502 Bad Gateway$/m);
  assert.doesNotMatch(outcomeTable(failed), /^primary killed: /m);
});

test('a row of a tenant that moved that is gone or there twice, and a cell that still serves it, fail the run by their names', () => {
  const table = { table: 'calls', there: new Set(['a', 'b']), here: new Set(['a', 'b']), hasGrown: false, twice: [] };
  const answers = [
    { cell: 'c1', asked: 'its key', status: 503 },
    { cell: 'c2', asked: 'its key', status: 200 },
  ] as const;
  assert.deepEqual(moveFindings({ tables: [table], answers }), []);
  assert.deepEqual(moveFindings({ tables: [{ ...table, hasGrown: true, here: new Set(['a', 'b', 'c']) }], answers }), []);
  for (const [broken, said] of [
    [{ here: new Set(['b']) }, '1 rows of calls are not in the new cell after a move, such as a'],
    [{ here: new Set(['a', 'b', 'c']) }, '1 rows of calls are in the new cell alone after a move, such as c'],
    [{ twice: ['a'] }, '1 rows of calls are in the new cell twice after a move, such as a'],
    [{ there: new Set<string>(), here: new Set<string>() }, 'the tenant that moved had no rows of calls'],
  ] as const) {
    assert.deepEqual(moveFindings({ tables: [{ ...table, ...broken }], answers }), [said]);
    assert.equal(hasPassed({ ...nothingSeen, misrouted: [said] }), false);
  }
  for (const [wrong, said] of [
    [{ cell: 'c1', asked: 'its key', status: 200 }, 'its key was answered 200 by c1 after the tenant had moved to c2'],
    [{ cell: 'c2', asked: 'its key', status: 401 }, 'its key was answered 401 by c2 after the tenant had moved to c2'],
  ] as const)
    assert.deepEqual(moveFindings({ tables: [table], answers: [wrong] }), [said]);
});

test('a telephone that rang twice or never for a key that was used while the primary was away is told', () => {
  const placed = [{ fault: 'primary killed', phoneNumbers: [soundDial.phoneNumber] }];
  assert.deepEqual(rangOtherwise(placed, [soundDial]), []);
  assert.match(rangOtherwise(placed, [soundDial, soundDial]).join(), /^primary killed: \+14155550100 .* rang 2 times$/);
  assert.match(rangOtherwise(placed, []).join(), /rang 0 times$/);
});

test('the drills are chosen by their names, and a sabotage is refused that none of them would see', () => {
  assert.deepEqual([...(readOptions(['--short'])?.drills ?? [])], ['faults', 'restore', 'move']);
  assert.deepEqual([...(readOptions(['--only', 'restore,failover'])?.drills ?? [])], ['restore', 'failover']);
  assert.equal(readOptions(['--only', 'move', '--sabotage', 'two-cells'])?.moveSabotage, 'two-cells');
  assert.throws(() => readOptions(['--only', 'restored']), /--only takes faults, restore, move, failover/);
  assert.throws(() => readOptions(['--only', 'restore', '--sabotage', 'lost']), /seen by the drill "faults"/);
  assert.throws(() => readOptions(['--sabotage', 'all']), /--sabotage takes lost,/);
  assert.equal(readOptions(['--help']), null);
  for (const how of [...sabotages, ...moveSabotages]) assert.match(help, new RegExp(`\\b${how}\\b`));
});

test('the table has a row for each fault, all together, and what was found', () => {
  const table = outcomeTable({ ...outcome, missed: ['whe_1'] });
  assert.match(table, /^primary killed +40 +1 +0 +0 +0 +1134 ms +812 ms$/m);
  assert.match(table, /^all +70 +1 +1 +0 +0 +0 +2 +1134 ms +812 ms$/m);
  assert.match(table, /^whe_1: made, and not in the list asked for next$/m);
});

test('what is missing is named, with how to install it, and the exit code is 2', () => {
  const run = join(import.meta.dirname, 'run.ts');
  const { status, stderr } = spawnSync(process.execPath, [...runsTypeScript, run], { env: { PATH: '' }, encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /needs redis-server.*apt-get install redis-server/);
});
