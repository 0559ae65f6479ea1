import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { type Claim, readClaims } from './claims.ts';

/**
 * `npm run trace`: each rule of `rules.yaml` with the tests that hold it. It reads the tests' source and runs nothing, so
 * it says what is claimed; that the claims are true is what `npm test` says. Exit code 1 where a rule has no test, a claim
 * names no rule or hangs on no test that runs, or a test says nothing of the words that its rule insists on.
 */
const root = join(import.meta.dirname, '..', '..');

interface Rule {
  readonly id: string;
  readonly text: string;
  readonly section: string;
  /** Words, such as an error's code, that one of its tests must contain. */
  readonly says: readonly string[];
}

const rules = readRules();
const known = new Set(rules.map(({ id }) => id));
const { claims, complaints } = collect();
const byRule = groupBy(claims, ({ rule }) => rule);
const problems = [...complaints, ...rules.flatMap(problemsOf), ...claims.flatMap(unknownRule)];

print();
for (const problem of problems) console.error(`✖ ${problem}`);
const tests = new Set(claims.map(({ file, line }) => `${file}:${line}`));
console.log(`\n${rules.length} rules, ${tests.size} tests that hold them, ${problems.length} problems.`);
process.exitCode = problems.length > 0 ? 1 : 0;

function readRules(): Rule[] {
  const source = readFileSync(join(import.meta.dirname, 'rules.yaml'), 'utf8');
  const sections: Record<string, Record<string, string | { readonly rule: string; readonly says: readonly string[] }>> = parse(source);
  return Object.entries(sections).flatMap(([section, ofSection]) =>
    Object.entries(ofSection).map(([id, rule]) =>
      typeof rule === 'string' ? { id, section, text: rule, says: [] } : { id, section, text: rule.rule, says: rule.says },
    ),
  );
}

function collect(): { readonly claims: readonly Claim[]; readonly complaints: readonly string[] } {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const read = files.sort().map((name) => {
    const path = join(root, 'test', name);
    return readClaims(relative(root, path), readFileSync(path, 'utf8'));
  });
  return { claims: read.flatMap((file) => file.claims), complaints: read.flatMap((file) => file.complaints) };
}

function problemsOf({ id, text, says }: Rule): string[] {
  const held = byRule.get(id);
  if (!held) return [`${id} is held by no test: ${text}`];
  return says
    .filter((word) => !held.some(({ source }) => source.includes(word)))
    .map((word) => `${id} is held by tests that never say "${word}"`);
}

function unknownRule({ rule, file, line }: Claim): string[] {
  return known.has(rule) ? [] : [`${file}:${line} holds ${rule}, which is no rule`];
}

function print(): void {
  for (const [section, ofSection] of groupBy(rules, (rule) => rule.section)) {
    console.log(`\n${section}`);
    for (const { id, text } of ofSection) {
      console.log(`  ${id.padEnd(18)} ${text}`);
      for (const { file, line, name } of byRule.get(id) ?? []) console.log(`${' '.repeat(21)}${file}:${line}  ${name}`);
    }
  }
  console.log();
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
