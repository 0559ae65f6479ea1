import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { optionalPackages } from '../../src/process/optional-packages.ts';

test('package.json names the packages that the program asks for as peers, and no others', () => {
  const { peerDependencies, devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const asked = Object.values(optionalPackages).flatMap(({ names }): readonly string[] => names);
  assert.deepEqual(asked.toSorted(), Object.keys(peerDependencies));
  for (const [name, range] of Object.entries(peerDependencies)) assert.equal(range, `^${devDependencies[name]}`);
});
