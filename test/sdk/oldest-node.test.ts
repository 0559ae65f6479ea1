import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { minVersion, satisfies } from 'semver';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

interface Locked {
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

test('every package, those of a checkout alone as well, takes the oldest Node that we promise', () => {
  const oldest = minVersion(read('package.json').engines.node)?.version ?? assert.fail('We promise no Node.');
  const { '': ours, ...packages }: Record<string, Locked> = read('package-lock.json').packages;
  assert.ok(ours && Object.keys(packages).length > 100);
  const refusing = Object.entries(packages).filter(([, { engines }]) => engines?.node && !satisfies(oldest, engines.node));
  assert.deepEqual(
    refusing.map(([path, { version, engines }]) => `${path} ${version} wants ${engines?.node}`),
    [],
  );
});
