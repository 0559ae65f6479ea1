import assert from 'node:assert/strict';
import { after as afterAll, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Bucket, Pacing, Slot } from '../../src/pacing/pacing.ts';
import { runs } from '../support/properties.ts';
import { after, bucketOf, newOwner, start, stores } from './stores.ts';

const minute = 60_000;
const gaps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_000, max: 70_000 })), {
  maxLength: 40,
});

interface Step {
  readonly afterMs: number;
  readonly byOther: boolean;
  readonly limit: number;
  /** Is 0 if a part of an earlier reservation is given back. */
  readonly count: number;
  readonly which: number;
  readonly from: number;
  readonly isBackwards: boolean;
  readonly givesOther: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_000, max: 70_000 })),
  byOther: fc.boolean(),
  limit: fc.integer({ min: 1, max: 60 }),
  count: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 300 })),
  which: fc.nat({ max: 5 }),
  from: fc.oneof(fc.constant(0), fc.nat({ max: 80 })),
  isBackwards: fc.boolean(),
  givesOther: fc.boolean(),
});

const reserved = async (pacing: Pacing, bucket: Bucket, at: Date, count: number): Promise<Slot[]> =>
  (await pacing.reserve(Array<Bucket>(count).fill(bucket), at)).map((slot) => ({ bucket, slot }));

/** Redis answers in the order in which it is asked: twice where it does not know a script, and once for each hundred slots. */
async function givenBack(pacing: Pacing, slots: number): Promise<void> {
  for (let n = 0; n < 2 + slots / 100; n++) await pacing.look(bucketOf(1), start);
}

for (const { name, skip, isShared, open } of stores) {
  describe(`buckets in ${name}`, () => {
    let pacing: Pacing;
    /** Another process's, where the store is shared. */
    let other: Pacing;
    before(async () => {
      if (skip) return;
      pacing = await open();
      other = isShared ? await open() : pacing;
    });
    afterAll(() => Promise.all([pacing?.close(), other?.close()]));

    // holds: L-RATE-01, L-RATE-02
    test('no 60 s ever have more taken than the limit, and what is refused had no token', { skip }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 8 }), gaps, async (limit, steps) => {
          const bucket = bucketOf(limit);
          const taken: number[] = [];
          let at = 0;
          for (const step of steps) {
            at += step;
            const inWindow = taken.filter((time) => time > at - minute);
            const answer = await pacing.take(bucket, after(at));
            assert.equal(answer.taken, inWindow.length < limit);
            if (answer.taken) taken.push(at);
            const out = taken.filter((time) => time > at - minute);
            assert.deepEqual(answer, {
              taken: answer.taken,
              limit,
              remaining: limit - out.length,
              fullAt: after(Math.max(...out) + minute),
              nextAt: after(out.length < limit ? at : (out.at(-limit) ?? 0) + minute),
            });
          }
        }),
        runs(60),
      );
    });

    test('a look shows what the next take will meet, and takes nothing', { skip }, async () => {
      const bucket = bucketOf(2);
      assert.deepEqual(await pacing.look(bucket, start), { limit: 2, remaining: 2, fullAt: start, nextAt: start });
      await pacing.take(bucket, start);
      await pacing.take(bucket, after(1_000));
      const empty = { limit: 2, remaining: 0, fullAt: after(61_000), nextAt: after(60_000) };
      assert.deepEqual(await pacing.look(bucket, after(2_000)), empty);
      assert.deepEqual(await pacing.look(bucket, after(2_000)), empty);
      assert.deepEqual(await pacing.look(bucket, after(60_000)), { limit: 2, remaining: 1, fullAt: after(61_000), nextAt: after(60_000) });
      assert.deepEqual(await pacing.look(bucket, after(61_000)), { limit: 2, remaining: 2, fullAt: after(61_000), nextAt: after(61_000) });
    });

    test('many buckets asked at once each give their own slots, in the order in which they were asked', { skip }, async () => {
      const wanted = Array.from({ length: 700 }, (_, n) => bucketOf((n % 3) + 1)).flatMap((bucket) => [bucket, bucket]);
      const shuffled = [...wanted.filter((_, n) => n % 2 === 0), ...wanted.filter((_, n) => n % 2 === 1)];
      const slots = await pacing.reserve(shuffled, start);
      assert.deepEqual(
        slots,
        shuffled.map(({ limit }, n) => after(n >= 700 && limit === 1 ? minute : 0)),
      );
    });

    test('exactly the limit is let through when 100 ask at once', { skip }, async () => {
      const bucket = bucketOf(30);
      const answers = await Promise.all(Array.from({ length: 100 }, () => pacing.take(bucket, start)));
      assert.equal(answers.filter(({ taken }) => taken).length, 30);
    });

    test('buckets of another key or another owner are separate', { skip }, async () => {
      const owner = newOwner();
      assert.equal((await pacing.take({ owner, key: 'write', limit: 1 }, start)).taken, true);
      assert.equal((await pacing.take({ owner, key: 'write', limit: 1 }, start)).taken, false);
      assert.equal((await pacing.take({ owner, key: 'read', limit: 1 }, start)).taken, true);
      assert.equal((await pacing.take(bucketOf(1), start)).taken, true);
    });

    test('a stored later time wins over an earlier argument', { skip }, async () => {
      const bucket = bucketOf(2);
      await pacing.take(bucket, after(5_000));
      const behind = await pacing.take(bucket, start);
      assert.equal(behind.taken, true);
      assert.deepEqual(behind.fullAt, after(65_000));
      assert.equal((await pacing.take(bucket, after(64_999))).taken, false);
      assert.equal((await pacing.take(bucket, after(65_000))).taken, true);
    });

    test('a changed limit acts at once, and no window of it has more', { skip }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 20_000 })), { maxLength: 40 }),
          async (steps) => {
            const owner = newOwner();
            const taken: number[] = [];
            let at = 0;
            for (const [limit, step] of steps) {
              at += step;
              const inWindow = taken.filter((time) => time > at - minute).length;
              const answer = await pacing.take(bucketOf(limit, owner), after(at));
              assert.equal(answer.taken, inWindow < limit);
              assert.equal(answer.remaining, Math.max(0, limit - inWindow - (answer.taken ? 1 : 0)));
              if (answer.taken) taken.push(at);
            }
          },
        ),
        runs(60),
      );
    });

    test('reservations drop nothing, keep the order of arrival, and no 60 s have more of them than the limit', { skip }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5 }),
          fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 7 })), { maxLength: 15 }),
          async (limit, steps) => {
            const bucket = bucketOf(limit);
            const slots: number[] = [];
            let at = 0;
            for (const [step, count] of steps) {
              at += step;
              const answer = await pacing.reserve(
                Array.from({ length: count }, () => bucket),
                after(at),
              );
              assert.equal(answer.length, count);
              for (const slot of answer) {
                const limitTh = slots.at(-limit);
                const earliest = Math.max(at, slots.at(-1) ?? 0, limitTh === undefined ? 0 : limitTh + minute);
                assert.deepEqual(slot, after(earliest));
                slots.push(earliest);
              }
            }
            slots.forEach((slot, i) => {
              const later = slots[i + limit];
              assert.ok(later === undefined || later - slot >= minute);
            });
          },
        ),
        runs(60),
      );
    });

    // holds: L-BUCKET-01, L-BUCKET-02, L-BUCKET-03
    test('whatever the clocks of two processes say and however the limit changes, slots follow each other and no window is overfull', {
      skip,
    }, async () => {
      const reservation = fc.record({
        byOther: fc.boolean(),
        at: fc.integer({ min: 0, max: 200_000 }),
        limit: fc.integer({ min: 1, max: 6 }),
        count: fc.integer({ min: 1, max: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(reservation, { maxLength: 25 }), async (reservations) => {
          const owner = newOwner();
          const slots: number[] = [];
          for (const { byOther, at, limit, count } of reservations) {
            const bucket = bucketOf(limit, owner);
            const answer = await (byOther ? other : pacing).reserve(Array<typeof bucket>(count).fill(bucket), after(at));
            assert.equal(answer.length, count, 'nothing is dropped');
            for (const slot of answer.map((time) => time.getTime())) {
              assert.ok(slot >= Math.max(after(at).getTime(), slots.at(-1) ?? 0), 'never before its time, never before who came first');
              slots.push(slot);
              assert.ok(slots.filter((other) => other > slot - minute).length <= limit, 'no 60 s have more than the limit');
            }
          }
        }),
        runs(60),
      );
    });

    test('of two processes that reserve at once, neither is given what the other has', { skip }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 6 }),
          fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 })), { maxLength: 15 }),
          async (limit, asks) => {
            const bucket = bucketOf(limit);
            const answers = await Promise.all(
              asks.map(([byOther, count]) => (byOther ? other : pacing).reserve(Array<typeof bucket>(count).fill(bucket), start)),
            );
            const slots = answers
              .flat()
              .map((time) => time.getTime())
              .sort((a, b) => a - b);
            assert.deepEqual(
              slots,
              Array.from({ length: slots.length }, (_, i) => start.getTime() + Math.floor(i / limit) * minute),
            );
            assert.equal(
              slots.length,
              asks.reduce((sum, [, count]) => sum + count, 0),
            );
          },
        ),
        runs(60),
      );
    });

    test('one reservation asks several buckets and answers in the order asked', { skip }, async () => {
      const owner = newOwner();
      const calls = { owner, key: 'call-events', limit: 1 } as const;
      const texts = { owner, key: 'text-events', limit: 2 } as const;
      const slots = await pacing.reserve([calls, texts, calls, texts, texts, calls], start);
      assert.deepEqual(slots, [start, start, after(minute), start, after(minute), after(2 * minute)]);
    });

    test('a raised limit is used by the next reservation, a lowered one too', { skip }, async () => {
      const owner = newOwner();
      const reserve = (limit: number, count: number) =>
        pacing.reserve(
          Array.from({ length: count }, () => bucketOf(limit, owner)),
          start,
        );
      assert.deepEqual(await reserve(2, 2), [start, start]);
      assert.deepEqual(await reserve(3, 2), [start, after(minute)]);
      assert.deepEqual(await reserve(1, 2), [after(2 * minute), after(3 * minute)]);
    });

    test('reservations made at once by many never share more than the limit', { skip }, async () => {
      const bucket = bucketOf(10);
      const slots = (await Promise.all(Array.from({ length: 100 }, () => pacing.reserve([bucket], start)))).map(
        ([slot]) => slot?.getTime() ?? 0,
      );
      for (let k = 0; k < 10; k++) assert.equal(slots.filter((slot) => slot === start.getTime() + k * minute).length, 10);
    });

    test('slots that are given back are free again, also those that lay ahead', { skip }, async () => {
      const bucket = bucketOf(2);
      const [first, ...others] = await reserved(pacing, bucket, start, 2);
      assert.ok(first);
      pacing.giveBack([first]);
      await givenBack(pacing, 1);
      assert.equal((await pacing.look(bucket, start)).remaining, 1);
      others.push(...(await reserved(pacing, bucket, start, 500)));
      pacing.giveBack(others.slice(2));
      await givenBack(pacing, others.length);
      const next = await reserved(pacing, bucket, after(1_000), 2);
      assert.deepEqual(
        next.map(({ slot }) => slot),
        [after(minute), after(minute)],
        'what was taken at first still counts',
      );
    });

    test('slots that are given back are as if they had never been reserved, whoever reserves meanwhile and however the limit changes', {
      skip,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          await play(steps, (slot, at, limit, kept) => {
            assert.equal(slot, Math.max(at, kept.at(-1) ?? 0, (kept.at(-limit) ?? 0) + minute));
          });
        }),
        runs(40),
      );
    });

    test('however long a backlog is, and whoever gives it back, its bucket is free again', { skip }, async () => {
      const bucket = bucketOf(100);
      const first = await reserved(pacing, bucket, start, 100);
      const backlog = [...(await reserved(pacing, bucket, start, 20_000)), ...(await reserved(other, bucket, start, 20_000))];
      for (let from = 0; from < backlog.length; from += 5_000) {
        other.giveBack(backlog.slice(from, from + 5_000));
        await givenBack(other, 5_000);
      }
      for (const process of [pacing, other]) {
        assert.deepEqual((await process.look(bucket, start)).nextAt, after(minute), 'what was taken at first still counts');
        assert.deepEqual(await process.reserve([bucket], after(1_000)), [after(minute)]);
      }
      other.giveBack(first);
      await givenBack(other, first.length);
      assert.equal((await pacing.look(bucket, start)).remaining, 98);
    });

    /** Reserves and gives back as the steps say. `check` sees each slot, and all slots before it that are not given back. */
    async function play(steps: readonly Step[], check: (slot: number, at: number, limit: number, kept: readonly number[]) => void) {
      const owner = newOwner();
      const open: Slot[][] = [];
      let kept: number[] = [];
      let at = start.getTime();
      for (const { afterMs, byOther, limit, count, which, from, isBackwards, givesOther } of steps) {
        at += afterMs;
        if (count > 0) {
          const slots = await reserved(byOther ? other : pacing, bucketOf(limit, owner), new Date(at), count);
          for (const { slot } of slots) {
            check(slot.getTime(), at, limit, kept);
            kept.push(slot.getTime());
          }
          open.push(slots);
          continue;
        }
        const [slots = []] = open.splice(which % (open.length || 1), 1);
        const given = slots.slice(from);
        const process = givesOther ? other : pacing;
        process.giveBack(isBackwards ? given.toReversed() : given);
        const gone = given.map(({ slot }) => slot.getTime());
        kept = kept.filter((slot) => slot !== gone[0] || gone.shift() === undefined);
        await givenBack(process, given.length);
        assert.notEqual(process.health, 'degraded');
      }
    }

    test('reserving nothing asks nothing', { skip }, async () => {
      assert.deepEqual(await pacing.reserve([], start), []);
    });
  });
}
