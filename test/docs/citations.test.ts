import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** The decisions of each topic. */
const topics = read('DECISIONS.md')
  .split(/^## /m)
  .slice(1)
  .map((topic) => [...topic.matchAll(/^<a id="(D-\d+)"><\/a>\*\*(D-\d+)\. [\s\S]*?(?=\n\n|\n$|$(?![\s\S]))/gm)]);
const decisions = topics.flat();

test('each decision has its number once, a date, and when to look at it again', () => {
  assert.ok(decisions.length > 150);
  assert.equal(new Set(decisions.map(([, , number]) => number)).size, decisions.length);
  for (const [paragraph, anchor, number] of decisions) {
    assert.deepEqual([anchor, number], [number, number]);
    assert.match(paragraph, /\*\*\s\(\d{4}-\d\d-\d\d\)\.\s/, `${number} has no date`);
    assert.match(paragraph, /\nLook again when/, `${number} does not say when to look at it again`);
  }
  for (const topic of topics)
    for (const [index, [, , number]] of topic.entries())
      assert.ok(index === 0 || numberOf(number) > numberOf(topic[index - 1]?.[2]), `${number} is out of order`);
});

test('the decisions and rules that sources cite are there', () => {
  const known = new Set(decisions.map(([, anchor]) => anchor));
  for (const section of Object.values<Record<string, unknown>>(parse(read('test/specification/rules.yaml'))))
    for (const id of Object.keys(section)) known.add(id);
  const cited = ['src', 'cli', 'tools', 'simulator', 'sdk', 'bench', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|sql|lua|md)$/.test(name) && !/generated|node_modules/.test(name))
      .flatMap((name) =>
        [...read(join(folder, name)).matchAll(/`(D-\d+|[A-Z]-[A-Z]+-\d\d)`/g)].map(([, id = '']) => ({ id, file: join(folder, name) })),
      ),
  );
  assert.deepEqual(
    cited.filter(({ id }) => !known.has(id)),
    [],
  );
});

const numberOf = (number = ''): number => Number(number.slice(2));
