import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** SECURITY.md says what it says of this tree: what it names is there, and no direct dependency is left out. */
const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', root), 'utf8');
const ofPackage = (path: string) => JSON.parse(readFileSync(new URL(`${path}package.json`, root), 'utf8'));

test('every file that it names is there', () => {
  const named = [...page.matchAll(/`((?:src|test|sdk|simulator|openapi)\/[\w./-]*)`/g)].map(([, path]) => path ?? '');
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter((path) => !existsSync(new URL(path, root))),
    [],
  );
});

test('every item of the top ten has a test', () => {
  for (let item = 1; item <= 10; item++) assert.match(page, new RegExp(`^\\| API${item} [^|]+\\| .*\`(test|src)/`, 'm'), `API${item}`);
});

test('every direct dependency is there with its licence and its install scripts, and no other', () => {
  const { dependencies, devDependencies } = ofPackage('');
  const rows = [...page.matchAll(/^\| `([^`]+)`( \(development\))? \| [^|]+ \| [\d,]+ \| \d{4}-\d\d \| ([^|]+) \| ([^|]+) \|$/gm)];
  const expected = [
    ...Object.keys(dependencies).map((name) => [name, undefined]),
    ...Object.keys(devDependencies).map((name) => [name, ' (development)']),
  ];
  assert.deepEqual(
    rows.map(([, name, development]) => [name, development]),
    expected,
  );
  for (const [, name, , licence, script] of rows) {
    const installed = ofPackage(`node_modules/${name}/`);
    assert.equal(licence, installed.license ?? 'not said in its package.json', name);
    const scripts = ['preinstall', 'install', 'postinstall'].filter((each) => installed.scripts?.[each]);
    assert.equal(script, scripts.join(', ') || 'none', name);
  }
});
