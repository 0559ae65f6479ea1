import assert from 'node:assert/strict';
import type { JsonObject } from '../../tools/contract/document.ts';

/** Returns a copy of the document with another value at a path of keys; `undefined` removes it. */
export function planted(document: JsonObject, path: readonly (string | number)[], value: unknown): JsonObject {
  const copy = structuredClone(document) as Record<string | number, unknown>;
  let parent = copy;
  for (const key of path.slice(0, -1)) {
    const next = parent[key];
    assert.ok(typeof next === 'object' && next !== null, `there is no ${path.join('/')} to plant a fault in`);
    parent = next as Record<string | number, unknown>;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
