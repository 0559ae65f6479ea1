import fc from 'fast-check';
import { generateSync } from 'json-schema-faker';
import { object } from '../../../src/contract/json.ts';

/** Generates bodies from the schema with one value replaced by any JSON. The result may be valid or invalid. */
export function bodies(
  schema: Readonly<Record<string, unknown>>,
  fixed: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set([schema['required'] ?? []].flat().map(String));
  // Each bit of the mask keeps one optional property. A counterexample therefore shrinks towards a body with none of
  // them.
  const base = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.nat(255)).map(([seed, mask]) => {
    const made = Object.entries(object(generateSync(schema, { seed, alwaysFakeOptionals: true })));
    const kept = made.filter(([name], index) => required.has(name) || (mask >> (index % 8)) & 1);
    return { ...Object.fromEntries(kept), ...fixed };
  });
  const spoilt = fc.tuple(base, fc.nat(20), fc.jsonValue({ maxDepth: 3 })).map(([body, index, value]) => {
    const names = Object.keys(body);
    const name = names[index % names.length] ?? 'name';
    return { ...body, [name]: value };
  });
  return fc.oneof(base, spoilt, spoilt);
}

/** Returns the smallest body for which `holds` is false, found by shrinking, or null if it held for all. */
export async function smallestCounterexample(
  arbitrary: fc.Arbitrary<Record<string, unknown>>,
  holds: (body: Record<string, unknown>) => Promise<boolean>,
  { seed, runs }: { seed: number; runs: number },
): Promise<Record<string, unknown> | null> {
  let broken: unknown = null;
  const property = fc.asyncProperty(arbitrary, async (body) => {
    // A request that could not be sent says nothing about the body, so it ends the check.
    if (broken !== null) return true;
    return holds(body).catch((error: unknown) => {
      broken = error;
      return true;
    });
  });
  const { counterexample } = await fc.check(property, { seed, numRuns: runs });
  if (broken !== null) throw broken;
  return counterexample?.[0] ?? null;
}
