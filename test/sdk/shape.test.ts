import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventShapes, shapes } from '../../sdk/generated/event-shapes.ts';
import { events } from '../../sdk/generated/fixtures.ts';
import { fits } from '../../sdk/webhooks/shape.ts';
import { publishedContract } from '../../simulator/receivers/event-contract.ts';

/** What JSON can hold in a place, the values that schemas tell apart among them. */
const anything = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'ai_call',
  '2026-01-03T12:04:05Z',
  '2026-13-03T12:04:05Z',
  [],
  [null],
  {},
);

/** Every path into a value, as the keys that lead there. */
const paths = (value: unknown): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, inner]: [string, unknown]) => paths(inner).map((path) => [key, ...path]))];

function changed(value: unknown, [key, ...rest]: readonly string[], put: { readonly value: unknown } | 'remove'): unknown {
  if (key === undefined) return put === 'remove' ? null : put.value;
  const entries = Object.entries(value as object).flatMap(([name, inner]: [string, unknown]) => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 && put === 'remove' ? [] : [[name, changed(inner, rest, put)]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

test('the small reader of schemas judges every change of every example as Ajv judges it by the whole document', () => {
  const contract = publishedContract();
  const change = fc.constantFrom(...Object.values(events)).chain((event) =>
    fc.tuple(
      fc.constant<unknown>(event),
      fc.constantFrom(...paths(event)),
      fc.oneof(
        fc.constant<'remove'>('remove'),
        anything.map((value) => ({ value })),
      ),
    ),
  );
  let refused = 0;
  fc.assert(
    fc.property(change, ([event, path, put]) => {
      const body = changed(event, path, put);
      const name = typeof body === 'object' && body !== null && 'event' in body ? String(body.event) : '';
      const shape = Object.hasOwn(eventShapes, name) ? eventShapes[name] : undefined;
      const expected = contract.judge(body).problems.length === 0;
      if (!expected) refused += 1;
      assert.equal(shape !== undefined && fits(body, shape, shapes), expected, JSON.stringify({ path, put }));
    }),
    { numRuns: 3_000, seed: 7 },
  );
  assert.ok(refused > 300 && refused < 2_900, `${refused} of 3000 were refused`);
});

test('a text at its limit is counted in characters, not in halves of them', () => {
  const shape = { type: 'string', maxLength: 3 };
  assert.ok(fits('😀😀😀', shape, {}));
  assert.ok(!fits('😀😀😀😀', shape, {}));
});
