import fc from 'fast-check';

/** Extraction schemas that cost much to compile or to validate with for their size, or never end; some are refused, some are not. */
export const costlySchema: fc.Arbitrary<object> = fc
  .tuple(fc.nat(), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 600 }))
  .map(([nth, count, width]) => ({ type: 'object', ...(kinds[nth % kinds.length]?.(count, width) ?? {}) }));

const kinds: readonly ((count: number, width: number) => object)[] = [
  (count, width) => ({
    $defs: { list: { oneOf: times(width, (nth) => ({ const: nth })) } },
    properties: named(count, () => reference('list')),
  }),
  (count) => ({ oneOf: times(count * 4, (nth) => ({ const: nth })) }),
  (count) => ({ anyOf: times(count, (nth) => ({ properties: { [`p${nth}`]: true } })), unevaluatedProperties: false }),
  (count) => ({ patternProperties: named(count * 2, () => ({ minLength: 1 })) }),
  (count) => ({ properties: named(count * 2, () => ({ type: 'string', format: 'date' })) }),
  (count) => ({ properties: { p0: reference('p0') }, $defs: named(count, (nth) => reference(`p${(nth + 1) % count}`)) }),
  (count) => ({
    ...reference('p0'),
    $defs: named(count, (nth) => (nth === count - 1 ? {} : { allOf: [reference(`p${nth + 1}`), reference(`p${nth + 1}`)] })),
  }),
  (count) => ({ ...reference('p0'), $defs: named(count * 2, (nth) => (nth === count * 2 - 1 ? {} : reference(`p${nth + 1}`))) }),
  (count) => ({ dependentRequired: { a: times(count * 9, (nth) => nth.toString(36)) } }),
  (count) => ({ propertyNames: { pattern: '\\p{L}'.repeat(count * 10) } }),
  (count) => ({ 'x-data': times(count, () => ({ $ref: '#' })), ...reference('p0'), $defs: { p0: { $ref: '#/x-data/0' } } }),
];

const reference = (name: string): object => ({ $ref: `#/$defs/${name}` });

function times<T>(count: number, make: (nth: number) => T): T[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

function named(count: number, make: (nth: number) => object): object {
  return Object.fromEntries(times(count, (nth) => [`p${nth}`, make(nth)]));
}
