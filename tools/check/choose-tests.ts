import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface Chosen {
  /** The nearest first. */
  readonly tests: readonly string[];
  /** How many more tests import what has changed. */
  readonly left: number;
}

/** Of the test files those that have changed or import, directly or not, what has; at most `most`, the nearest to the changes. */
export function chooseTests(root: string, tests: readonly string[], changed: readonly string[], most: number): Chosen {
  const importsOf = importReader(root);
  const twins = new Set(changed.map(twinOf));
  const changes = new Set(changed);
  const found = tests
    .map((test) => ({ test, distance: twins.has(test) && !changes.has(test) ? 0.5 : distanceTo(changes, test, importsOf) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance || one.test.localeCompare(other.test))
    .map(({ test }) => test);
  return { tests: found.slice(0, most), left: Math.max(0, found.length - most) };
}

/** `src/calls/call.ts` is tested first of all by `test/calls/call.test.ts`, and `tools/doctor/redis.ts` by `test/tools/doctor/redis.test.ts`. */
const twinOf = (file: string): string => `test/${file.replace(/^src\//, '').replace(/\.\w+$/, '.test.ts')}`;

type ImportsOf = (file: string) => readonly string[];

/** The number of imports on the shortest way to a changed file. */
function distanceTo(changes: ReadonlySet<string>, test: string, importsOf: ImportsOf): number {
  const seen = new Set([test]);
  let distance = 0;
  for (let level = [test]; level.length > 0; distance++) {
    if (level.some((file) => changes.has(file))) return distance;
    const next = level.flatMap(importsOf).filter((file) => !seen.has(file));
    for (const file of next) seen.add(file);
    level = [...new Set(next)];
  }
  return Number.POSITIVE_INFINITY;
}

/** Files of the repository that a file names by a relative path: what it imports, and what it starts or reads by a URL of its own. */
function importReader(root: string): ImportsOf {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const imports = known.get(file) ?? readImports(root, file);
    known.set(file, imports);
    return imports;
  };
}

function readImports(root: string, file: string): readonly string[] {
  if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(join(root, file))) return [];
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import|import\(|URL\(|resolve\()\s*'(\.\.?\/[^']+)'/g)]
    .map(([, path = '']) => posix.join(dirname(file), path))
    .filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile());
}
