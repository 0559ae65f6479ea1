import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

/** The tables of ARCHITECTURE.md and CONTRIBUTING.md are the rule, and neither may say more or less than the code does. Imports of types count as well. */
const root = join(import.meta.dirname, '..');
const folders = ['src', 'cli', 'tools', 'simulator', 'sdk', 'docs', 'screens'];
const files = folders.flatMap((folder) => namesIn(folder));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

function namesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(tsx?|sql)$/.test(name) && !name.includes('/dist/'));
}

/** `src/calls/call.ts` lies in `calls`, `src/process/limits.ts` in `limits`, `cli/service/start/demo.ts` in `cli/service`, `screens/portal/app.tsx` in `screens/portal`. */
function placeOf(file: string): string {
  const [top = '', second = '', third] = file.replace(/\.tsx?$/, '').split('/');
  if (top === 'src') return second;
  const isOfItsOwn = (['cli', 'tools', 'screens'].includes(top) && third) || second === 'testing';
  return isOfItsOwn ? `${top}/${second}` : top;
}

test('each folder imports what the table of arrows names, and nothing else', () => {
  const real = new Map<string, string>();
  for (const file of files)
    for (const [, target = ''] of textOf(file).matchAll(/(?:from|import\(|import)\s*'(\.\.?\/[^']+)'/g)) {
      const [from, to] = [placeOf(file), placeOf(posix.join(posix.dirname(file), target))];
      if (from !== to) real.set(`${from} → ${to}`, file);
    }
  sayTheSame(real, 'arrows', 'ARCHITECTURE.md');
});

test('each table of the database is written by the folders that the table of writers names', () => {
  const tables = new Set(
    namesIn('src/db/migrations').flatMap((file) => [...textOf(file).matchAll(/create table (\w+)/g)].map(([, table = '']) => table)),
  );
  const real = new Map<string, string>();
  for (const file of files.filter((name) => /^(src|tools)\/.*\.ts$/.test(name)))
    for (const table of tables) {
      const writes = `(insert into|update|delete from) ${table}\\b|\\('${table}'\\)[^;]{0,400}?\\.(insert|update|delete)\\(`;
      if (new RegExp(writes).test(textOf(file))) real.set(`${table} → ${placeOf(file)}`, file);
    }
  sayTheSame(real, 'writers', 'CONTRIBUTING.md');
});

/** A difference is told alone, and what the table lacks with a file that has it. */
function sayTheSame(real: ReadonlyMap<string, string>, name: string, file: string): void {
  const table = tableOf(name, file);
  const lacking = [...real].filter(([arrow]) => !table.includes(arrow)).map(([arrow, of]) => `${arrow} (${of})`);
  const needless = table.filter((arrow, place) => !real.has(arrow) || table.indexOf(arrow) !== place);
  assert.deepEqual({ [`${file} lacks`]: lacking, [`${file} needs not`]: needless }, { [`${file} lacks`]: [], [`${file} needs not`]: [] });
}

/** The lines `a b → c d` of the block behind `<!-- name -->`: an arrow from each name on the left to each on the right. */
function tableOf(name: string, file: string): readonly string[] {
  const [, block = ''] = new RegExp(`<!-- ${name} -->\\n+\`\`\`\\w*\\n([^\`]+)\`\`\``).exec(textOf(file)) ?? [];
  return block
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [from = [], to = []] = line.split('→').map((side) => side.trim().split(/\s+/));
      return from.flatMap((one) => to.map((other) => `${one} → ${other}`));
    });
}
