import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** SECURITY.md says what it says of this tree: what it names is there, and no direct dependency is left out. */
const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', root), 'utf8');
const ofFile = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const ofPackage = (folder: string) => ofFile(`${folder}package.json`);

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
  const { dependencies, devDependencies, peerDependencies } = ofPackage('');
  const marks = new Map([
    ...namesOf(ofPackage('bench/').dependencies, 'bench'),
    ...namesOf(ofPackage('test/').dependencies, 'test'),
    ...namesOf(devDependencies, 'development'),
    ...namesOf(peerDependencies, 'peer'),
    ...namesOf(dependencies, undefined),
  ]);
  const rows = [...page.matchAll(/^\| `([^`]+)`(?: \((\w+)\))? \| [^|]+ \| [\d,]+ \| \d{4}-\d\d \| ([^|]+) \| ([^|]+) \|$/gm)];
  assert.deepEqual(new Map(rows.map(([, name = '', mark]) => [name, mark])), marks);
  assert.equal(rows.length, marks.size);
  for (const [, name, mark, licence, script] of rows) {
    const folder = mark === 'test' || mark === 'bench' ? `${mark}/` : '';
    const { license, hasInstallScript } = ofFile(`${folder}package-lock.json`).packages[`node_modules/${name}`];
    assert.equal(licence, license ?? 'not said in its package.json', name);
    assert.equal(script !== 'none', hasInstallScript === true, name);
  }
});

const namesOf = (packages: object, mark: string | undefined) =>
  Object.keys(packages).map((name): [string, string | undefined] => [name, mark]);
