import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changedFiles } from '../../../tools/check/changed-files.ts';
import { chooseTests } from '../../../tools/check/choose-tests.ts';
import { folderFor } from '../../support/folder.ts';
import { runsTypeScript } from '../../support/typescript.ts';

/** A repository with a main branch, a service of two files, and what `npm run check` starts. */
function repository(t: TestContext): { root: string; write(file: string, text: string): void } {
  const root = folderFor(t);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  for (const name of ['typescript-7', '@typescript', 'tsx', '@biomejs']) {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    symlinkSync(join(ours, 'node_modules', name), join(root, 'node_modules', name));
  }
  const git = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=All');
  git('checkout', '--quiet', '-b', 'work');
  return { root, write };
}

const ours = fileURLToPath(new URL('../../../', import.meta.url));
const compilerOptions = {
  module: 'nodenext',
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  // The compiler, which each check starts four times, takes half of the CPU time with the oldest library, unchecked.
  lib: ['es5'],
  skipLibCheck: true,
  types: [],
};
const project = JSON.stringify({ compilerOptions, include: ['./**/*.ts'], exclude: ['node_modules'] });
/** It would read Node's own types for seconds. */
const ofNode = `declare const process: { argv: string[]; execPath: string; exitCode: number; exit(code: number): never };
declare const console: { log(text: string): void };
declare module 'node:assert/strict' {
  const assert: { equal(one: unknown, other: unknown): void };
  export default assert;
}
declare module 'node:child_process' {
  export const spawnSync: (file: string, args: string[], options: object) => { status: number | null };
}
declare module 'node:test' {
  export const test: (name: string, run: () => void) => void;
}
`;
const testFile = (imports: string, wanted: number): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { value } from '${imports}';\n\ntest('the value', () => assert.equal(value, ${wanted}));\n`;
const files: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\n',
  'biome.json': '{ "formatter": { "enabled": false }, "linter": { "rules": { "suspicious": { "noDebugger": "error" } } } }\n',
  'package.json': '{ "type": "module" }\n',
  'node.d.ts': ofNode,
  'tsconfig.json': project,
  'simulator/console/page/tsconfig.json': project,
  'simulator/console/page/page.ts': 'export {};\n',
  'docs/site/page/tsconfig.json': project,
  'docs/site/page/page.ts': 'export {};\n',
  'screens/tsconfig.json': project,
  'screens/page.ts': 'export {};\n',
  'tools/contract/check.ts': 'export {};\n',
  'test/run.ts':
    "import { spawnSync } from 'node:child_process';\n\nconst args = ['--import', 'tsx', '--test', ...process.argv.slice(2)];\nprocess.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);\n",
  'src/ground.ts': 'export const ground = 1;\n',
  'src/near.ts': "import { ground } from './ground.ts';\n\nexport const value = ground;\n",
  'src/far.ts': 'export const value = 2;\n',
  'test/near.test.ts': testFile('../src/near.ts', 1),
  'test/far.test.ts': testFile('../src/far.ts', 2),
  'test/other.test.ts': testFile('../src/near.ts', 1),
};
const tests = ['test/far.test.ts', 'test/near.test.ts', 'test/other.test.ts'];

function check(root: string): { status: number | null; stdout: string } {
  // The runner of these tests has told its files that they are its own: a runner that one of them starts would be silent.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = join(ours, 'tools/check/check.ts');
  return spawnSync(process.execPath, [...runsTypeScript, program], { cwd: root, encoding: 'utf8', env });
}

test('a changed file chooses the tests that import it, directly or not, and its twin first', (t) => {
  const { root, write } = repository(t);
  assert.deepEqual(changedFiles(root)?.files, []);
  write('src/ground.ts', 'export const ground = 1 + 0;\n');
  write('src/new.ts', 'export {};\n');
  const changed = changedFiles(root)?.files ?? [];
  assert.deepEqual(changed.toSorted(), ['src/ground.ts', 'src/new.ts']);
  assert.deepEqual(chooseTests(root, tests, changed, 9), { tests: ['test/near.test.ts', 'test/other.test.ts'], left: 0 });
  assert.deepEqual(chooseTests(root, tests, ['src/far.ts', 'src/near.ts'], 2), {
    tests: ['test/far.test.ts', 'test/near.test.ts'],
    left: 1,
  });
  assert.deepEqual(chooseTests(root, tests, ['test/other.test.ts', 'src/near.ts'], 1), { tests: ['test/other.test.ts'], left: 1 });
});

test('a repository that git knows no main branch of has no known changes', (t) => {
  const folder = folderFor(t);
  assert.equal(changedFiles(folder), null);
});

test('where nothing has changed no test runs, and a line says so; what fails fails the check, and what was printed of it is shown', (t) => {
  const { root, write } = repository(t);
  const good = check(root);
  assert.equal(good.status, 0, good.stdout);
  for (const step of ['lint', 'types', 'contract']) assert.match(good.stdout, new RegExp(`^✓ ${step} +\\d+\\.\\d s$`, 'm'));
  assert.match(good.stdout, /^– tests +0\.0 s {2}no test imports any of the 0 files that differ from main \([0-9a-f]{8}\)$/m);
  assert.match(good.stdout, /^Good after [\d.]+ s\. Not run: 3 of 3 test files \(npm test\)/m);

  const fails = (said: Readonly<Record<string, RegExp>>): void => {
    const { status, stdout } = check(root);
    assert.equal(status, 1, stdout);
    assert.deepEqual(stdout.match(/(?<=^✖ )(lint|types|contract|tests)(?= )/gm)?.sort(), Object.keys(said));
    for (const words of Object.values(said)) assert.match(stdout, words);
    assert.match(stdout, /^NOT GOOD after/m);
  };
  write('src/ground.ts', 'export const ground = 2;\n');
  fails({ tests: /the value/ });
  write('src/ground.ts', 'export const ground = 1;\n');
  write('src/far.ts', 'export const value: string = 2;\nif (value) debugger;\n');
  write('tools/contract/check.ts', "console.log('FAIL examples');\nprocess.exitCode = 1;\n");
  fails({ contract: /FAIL examples/, lint: /noDebugger/, types: /far\.ts.*TS2322/ });
});
