import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Pace, Spent } from './matrix/budgets.ts';
import { dice } from './matrix/dice.ts';
import { kills, others } from './matrix/faults.ts';
import { readOptions } from './matrix/options.ts';
import { plan } from './matrix/plan.ts';
import { accepted, closedBy, soundDial, soundEvidence, soundWallet } from './matrix/sound-evidence.ts';
import { fails, type Story, verdictOn } from './matrix/story.ts';
import { type Evidence, type Fault, lastLine } from './matrix/verdict.ts';

/** The kill matrix itself is `npm run test:faults`. This is about whether it would notice. */

const killed = (at: number, ...inFlight: string[]): Fault => ({
  name: 'before settle',
  isKill: true,
  at,
  held: new Set(inFlight),
  inFlight: new Set(inFlight),
  backMs: 10,
});

describe('the verdict of the kill matrix', () => {
  test('passes where all is well', () => {
    const verdict = verdictOn({ faults: [killed(0)] });
    assert.equal(verdict.passed, true, JSON.stringify(verdict));
    assert.equal(
      lastLine(verdict),
      'kills 1, lost 0, duplicates 0 (bound 0), double dials 0, unasked dials 0, permits 0, wallets 0, counts 0, recordings 0, budgets 0, retention 0',
    );
  });

  test('passes six failures and no acceptance', () => {
    const failures = Array.from({ length: 6 }, () => ({ meant: 500, answered: 500 }));
    const delivery = { status: 'failed', attempts: 6, cycleAttempts: 6, logged: 6, responseStatus: 500 };
    assert.equal(verdictOn({ delivery, receipts: failures }).passed, true);
  });

  test('fails where a list counts other than what it lists or what is stored', () => {
    for (const wrong of [{ counted: 2 }, { listed: 0 }, { stored: 2 }])
      fails(
        { evidence: { counts: [{ tenantId: 'ten_1', counted: 1, listed: 1, stored: 1, ...wrong }] } },
        /wallets 0, counts 1, recordings 0,/,
      );
  });

  test('fails where a recording is lost, changed or made up', () => {
    for (const wrong of [{ kept: null }, { kept: 'other bytes' }, { made: null }])
      fails({ evidence: { recordings: [{ callId: 'c', made: 'r', kept: 'r', ...wrong }] } }, /counts 0, recordings 1,/);
  });

  describe('of budgets,', () => {
    const often = (count: number) => Array.from({ length: count }, (_, at) => ({ from: at, to: at + 1 }));
    const spending = (spent: readonly Spent[], pace: Partial<Pace> = {}): Story => ({
      evidence: { budgets: [{ tenantId: 'ten_1', limit: 2, spent, refused: 1 }], pace: { ...soundEvidence.pace, ...pace } },
    });
    const passes = (story: Story): void => assert.equal(verdictOn(story).passed, true);

    test('fails where a minute has more than the limit, and passes where it may have been two minutes', () => {
      fails(spending(often(3)), /budgets 1, retention 0$/);
      passes(spending([...often(2), { from: 3, to: 60_000 }, { from: 60_000, to: 60_001 }]));
    });
    test('gives each process the limit where Redis was lost, and one that was started meanwhile too', () => {
      passes(spending(often(4), { lostAt: [1] }));
      fails(spending(often(5), { lostAt: [1] }), /budgets 1,/);
      passes(spending(often(6), { hasRedis: false, startedAt: [0, 0, 2] }));
      fails(spending(often(5), { lostAt: [70_000] }), /budgets 1,/);
    });
    test('gives the limit once more where the time was moved on', () => {
      passes(spending(often(4), { steppedAt: [1] }));
      fails(spending(often(5), { steppedAt: [1] }), /budgets 1,/);
    });
    test('fails where nobody was ever refused', () =>
      fails({ evidence: { budgets: soundEvidence.budgets.map((one) => ({ ...one, refused: 0 })) } }, /budgets 1,/));
  });

  test('fails where what is live or has time left is removed, where what is up is kept, and where nothing was up', () => {
    const { retention } = soundEvidence;
    const broken = (name: string): Story => ({
      evidence: {
        retention: { ...retention, kept: retention.kept.map((one) => (one.name === name ? { ...one, isThere: !one.isThere } : one)) },
      },
    });
    for (const name of ['gone', 'left', 'live']) fails(broken(name), /budgets 0, retention 1$/);
    assert.equal(verdictOn(broken('due')).passed, true);
    fails({ evidence: { retention: { ...retention, sweptBefore: 0 } } }, /retention 1$/);
  });

  test('lets come again what a kill had in flight, and counts it', () => {
    const verdict = verdictOn({ faults: [killed(2, 'd')], receipts: [{ at: 1, answered: null }, { at: 3 }] });
    assert.equal(verdict.passed, true, JSON.stringify(verdict.wrong));
    assert.equal(
      lastLine(verdict),
      'kills 1, lost 0, duplicates 1 (bound 1), double dials 0, unasked dials 0, permits 0, wallets 0, counts 0, recordings 0, budgets 0, retention 0',
    );
  });

  const losses: readonly (readonly [string, Story])[] = [
    ['an event was accepted and its delivery is not there', { stored: 0 }],
    ['a delivery never came to an end', { delivery: { status: 'retrying' } }],
    ['a delivery is recorded as delivered and was never accepted', { receipts: [{ answered: null }] }],
    ['a delivery was given up before its sixth failure', { delivery: { status: 'failed', cycleAttempts: 5 }, receipts: [] }],
    ['a call was promised and is not there', { call: { status: null } }],
    ['a call never ended', { call: { status: 'in-progress' } }],
    ['a call ended without call.completed', { call: { completedEvents: 0 } }],
    ['a text was promised and is not there', { text: { status: null } }],
    ['a text that was sent never ended', { text: { status: 'unknown' } }],
    ['a text that was never sent is said to be on its way', { text: { status: 'queued', sends: 0, deliveredEvents: 0 } }],
    ['a text was sent and nobody told', { text: { deliveredEvents: 0 } }],
  ];
  for (const [what, story] of losses) test(`is lost where ${what}`, () => fails(story, /lost 1/));

  const disagreements: readonly (readonly [string, Story])[] = [
    ['a signature does not verify', { receipts: [{ signed: false }] }],
    ['the bytes differ', { receipts: [{ bodyHash: 'other' }] }],
    ['an attempt is not in the log', { delivery: { logged: 0 } }],
    ['the recorded status is not the one that was answered', { delivery: { responseStatus: 500 } }],
    ['more answers are recorded than requests came', { delivery: { attempts: 2, logged: 2 } }],
    [
      'a delivery came that nobody knows',
      {
        evidence: {
          receipts: new Map([
            ['d', [accepted]],
            ['x', [accepted]],
          ]),
        },
      },
    ],
    ['a call completed twice', { call: { completedEvents: 2 } }],
    ['a call lasted longer than was talked', { call: { talkedSeconds: 18 } }],
    ['a text was sent twice', { text: { sends: 2 } }],
    ['a text was told twice', { text: { deliveredEvents: 2 } }],
    ['a text was told and never sent', { text: { sends: 0 } }],
    ['an event has more deliveries than triggers', { stored: 2 }],
    ['a process died by itself', { evidence: { troubles: [{ what: 'ended by itself', subject: 'service-a' }] } }],
    ['nothing was asked of the service', { evidence: { events: [] } }],
  ];
  for (const [what, story] of disagreements) test(`fails where ${what}`, () => fails(story, /lost 0/));

  test('fails where a delivery came again and no fault had cut into it', () => {
    fails({ receipts: [{ at: 1 }, { at: 3 }] }, /duplicates 1 \(bound 0\)/);
    fails({ faults: [killed(2, 'another')], receipts: [{ at: 1 }, { at: 3 }] }, /duplicates 1 \(bound 1\)/);
  });

  describe('of repeats, fault by fault,', () => {
    const twice = [{ at: 1 }, { at: 3 }];
    const recordedTwice = { attempts: 2, logged: 2 };
    const others = killed(2, 'x', 'y', 'z');

    test('fails where a delivery came again though its outcome was recorded, however many others were in flight', () =>
      fails({ faults: [others], receipts: twice, delivery: recordedTwice }, /duplicates 1 \(bound 3\)/));

    test('fails where one fault is to explain two repeats of a delivery', () =>
      fails({ faults: [others, killed(2, 'd')], receipts: [...twice, { at: 4 }], delivery: recordedTwice }, /duplicates 2 \(bound 4\)/));

    test('passes where each repeat has a fault of its own, in whatever order they are found', () => {
      const verdict = verdictOn({ faults: [killed(2, 'd'), killed(3.5, 'd')], receipts: [...twice, { at: 4 }] });
      assert.equal(verdict.passed, true, JSON.stringify(verdict.wrong));
      assert.deepEqual(
        verdict.rows.map(({ fault, duplicates }) => [fault, duplicates]),
        [['before settle', 2]],
      );
    });

    test('fails where the fault came after the repeat', () => fails({ faults: [killed(5, 'd')], receipts: twice }, /duplicates 1/));

    test('passes where the service recorded that it heard no answer, and the sender was gone', () => {
      const unheard = { ...recordedTwice, unanswered: 1 };
      const verdict = verdictOn({ faults: [others], receipts: [{ at: 1, answered: null }, { at: 3 }], delivery: unheard });
      assert.equal(verdict.passed, true, JSON.stringify(verdict.wrong));
      fails({ faults: [others], receipts: twice, delivery: unheard }, /duplicates 1/);
    });
  });

  test('fails where a telephone rang twice', () => fails({ call: { dials: 2 } }, /double dials 1, unasked dials 0,/));

  describe('of telephones that rang,', () => {
    const dial = { ...soundDial, at: 20_000, until: 20_100 };
    const ask = { tenantId: 'ten_1', phoneNumber: dial.phoneNumber, from: 0, to: 10_000, isAnswered: false };
    const story = (more: Partial<Evidence>): Story => ({ evidence: { dials: [dial], ...more } });

    test('fails where nobody asks any more', () => fails(story({ asks: [ask] }), /unasked dials 1,/));
    test('fails where nobody asks yet', () => fails(story({ asks: [{ ...ask, from: 20_001, to: 30_000 }] }), /unasked dials 1,/));
    test('fails where another number is asked for', () =>
      fails(story({ asks: [{ ...ask, phoneNumber: '+14155550101', to: 30_000 }] }), /unasked dials 1,/));
    test('passes where somebody asks again', () =>
      assert.equal(verdictOn(story({ asks: [ask, { ...ask, from: 19_000, to: Number.POSITIVE_INFINITY }] })).passed, true));
    test('passes where another request was answered after as long, and fails where its caller gave up then', () => {
      const other = { ...ask, phoneNumber: '+14155550101' };
      assert.equal(verdictOn(story({ asks: [ask, { ...other, isAnswered: true }] })).passed, true);
      fails(story({ asks: [ask, other] }), /unasked dials 1,/);
    });
    test('passes a call that was never dialled and is closed, unless its caller was answered 201', () => {
      const closed = { status: 'failed', dials: 0, completedEvents: 0, durationSeconds: null, talkedSeconds: null };
      const wallets = [{ ...soundWallet, balanceMicros: 1_000_000, ledger: closedBy('release', 300_003, 1_000_000) }];
      assert.equal(verdictOn({ call: { ...closed, accepted: false }, evidence: { wallets } }).passed, true);
      fails({ call: { ...closed, accepted: true }, evidence: { wallets } }, /lost 1/);
    });
  });
});

describe('the plan of the kill matrix', () => {
  const names = (seed: number): readonly string[] => plan(108, dice(seed), true).map(({ name }) => name);

  test('is the same for the same seed, and another for another', () => {
    assert.deepEqual(names(7), names(7));
    assert.notDeepEqual(names(7), names(8));
  });

  test('kills at least a hundred times unless told otherwise, at each point as often', () => {
    const { kills } = readOptions([]);
    assert.ok(kills >= 100);
    const points = plan(kills, dice(1), true).filter((kind) => kind.kills);
    assert.equal(points.length, kills);
    const perPoint = (name: string): number => points.filter((point) => point.name === name).length;
    assert.ok(points.every(({ name }) => perPoint(name) === kills / new Set(points.map((point) => point.name)).size));
  });

  test('has every other fault at least once, and as many kills as were asked for, however few', () => {
    const every = new Set(others.map(({ name }) => name));
    for (const kills of [1, 12, 24, 25, 49]) {
      const planned = plan(kills, dice(kills), true);
      assert.deepEqual(new Set(planned.flatMap(({ name, kills }) => (kills ? [] : [name]))), every, `${kills} kills`);
      assert.equal(planned.filter((kind) => kind.kills).length, kills);
    }
    assert.equal(plan(108, dice(1), true).filter((kind) => !kind.kills).length, 2 * every.size);
  });

  test('comes to every way of killing by the seed where there are fewer kills than ways', () => {
    const seeds = Array.from({ length: 100 }, (_, seed) => seed);
    const ways = new Set(seeds.flatMap((seed) => plan(2, dice(seed), true).flatMap(({ name, kills }) => (kills ? [name] : []))));
    assert.deepEqual(ways, new Set(kills.map(({ name }) => name)));
  });

  test('leaves out the faults of Redis where there is none', () => {
    assert.ok(names(1).includes('Redis killed'));
    assert.ok(!plan(108, dice(1), false).some(({ name }) => name.startsWith('Redis')));
  });
});
