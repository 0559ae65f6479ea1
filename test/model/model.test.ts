import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DeliveryFlaw, delivery, deliveryFlaws } from './delivery.ts';
import { endIsReachable, explore, type Model } from './explore.ts';
import { type PlacementFlaw, placement, placementFlaws, statementNames } from './placement.ts';

/** The models hold what the code promises, and a mistake in any step of them is named by the invariant that it breaks. */

/** Explores with as few faults as it takes, because the states are far fewer then. */
function firstBroken<State>(model: (faults: number) => Model<State>): string | undefined {
  for (const faults of [0, 1, 2]) {
    const { broken } = explore(model(faults));
    if (broken) return broken.invariant;
  }
  return undefined;
}

describe('the model of a placement', () => {
  test('breaks no invariant, and comes to each of its statements', () => {
    const { broken, taken } = explore(placement());
    assert.equal(broken, null, broken?.path.join('\n'));
    assert.deepEqual(
      Object.values(statementNames).filter((name) => !taken.has(name)),
      [],
    );
  });

  test('has a mistake for each of its invariants', () =>
    assert.deepEqual(new Set(Object.values(placementFlaws)), new Set([...Object.keys(placement().invariants), endIsReachable])));

  for (const flaw of Object.keys(placementFlaws) as PlacementFlaw[])
    test(`is broken where ${flaw}`, () =>
      assert.equal(
        firstBroken((faults) => placement(flaw, faults)),
        placementFlaws[flaw],
      ));
});

describe('the model of a delivery', () => {
  test('breaks no invariant', () => {
    const { broken } = explore(delivery());
    assert.equal(broken, null, broken?.path.join('\n'));
  });

  for (const flaw of Object.keys(deliveryFlaws) as DeliveryFlaw[])
    test(`is broken where ${flaw}`, () =>
      assert.equal(
        firstBroken((faults) => delivery(flaw, faults)),
        deliveryFlaws[flaw],
      ));

  test('has a mistake for each of its invariants', () =>
    assert.deepEqual(new Set(Object.values(deliveryFlaws)), new Set([...Object.keys(delivery().invariants), endIsReachable])));
});

describe('the explorer', () => {
  /** Counts up to three. From three it goes on by a fault alone. */
  const counter = (invariant: (n: number) => boolean): Model<{ n: number }> => ({
    initial: [{ n: 0 }],
    steps: ({ n }) => [{ name: `from ${n}`, isFault: n === 3, take: (state) => void Object.assign(state, { n: (n + 1) % 5 }) }],
    invariants: { small: ({ n }) => invariant(n) },
    isOver: ({ n }) => n === 0,
  });

  test('returns the shortest path to a broken invariant', () =>
    assert.deepEqual(explore(counter((n) => n < 2)).broken, { invariant: 'small', path: ['from 0', 'from 1'] }));

  test('finds the state from which only a fault leads to the end', () =>
    assert.deepEqual(explore(counter(() => true)).broken, { invariant: endIsReachable, path: ['from 0'] }));
});
