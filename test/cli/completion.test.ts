import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderFor } from '../support/folder.ts';
import { runHere } from './here.ts';

/** What real shells complete with the script that is printed for them. */

const without = (shell: string): string | false => (spawnSync(shell, ['--version']).status === 0 ? false : `needs ${shell}`);

async function scriptFor(t: TestContext, shell: string): Promise<string> {
  const { code, stdout, stderr } = await runHere(['completion', shell]);
  assert.equal(code, 0, stderr);
  const folder = folderFor(t);
  const file = join(folder, 'script');
  await writeFile(file, stdout);
  return file;
}

function run(shell: string, program: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(shell, shell === 'zsh' ? ['-f', '-c', program] : ['-c', program], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout.split('\n').filter(Boolean);
}

const cases: readonly (readonly [words: readonly string[], completed: readonly string[]])[] = [
  [['ten'], ['tenant']],
  [['calls', 'p'], ['place']],
  [['help', 'wal'], ['wallet']],
  [['help', 'wallet', 'cr'], ['credit']],
  [['doctor', '--js'], ['--json']],
  [['endpoint', 'list', '--js'], ['--json']],
  [['stats', '--js'], ['--json']],
  [['open', 'con'], ['console']],
  [['event', 'send', 'call'], ['call.completed']],
  [['deliveries', 'list', '--status', 'fa'], ['failed']],
  [['tenant', 'set', 'ten_1', '--public-api', 'of'], ['off']],
  [['no-such-command', 'x'], []],
];

for (const shell of ['bash', 'zsh'])
  test(`${shell} completes nouns, verbs, options and their values`, { skip: without(shell) }, async (t) => {
    const script = await scriptFor(t, shell);
    for (const [words, completed] of cases) {
      // zsh calls functions of bash so, and itself leaves out what does not begin with the word that is typed.
      const asInBash = shell === 'zsh' ? 'emulate sh;' : '';
      const line = ['ringpost', ...words].join(' ');
      const typed = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; COMP_LINE='${line}'; COMP_POINT=${line.length};`;
      const offered = run(shell, `source ${script}; ${asInBash} ${typed} _ringpost || true; printf '%s\\n' "\${COMPREPLY[@]}"`);
      const found = shell === 'zsh' ? offered.filter((word) => word.startsWith(words.at(-1) ?? '')) : offered;
      assert.deepEqual(found, completed, words.join(' '));
    }
  });

test('bash completes the next word of a list, and what stands after a colon', { skip: without('bash') }, async (t) => {
  const script = await scriptFor(t, 'bash');
  const offered = (typed: string) => {
    const line = `ringpost key create ten_1 CRM --scopes ${typed}`;
    // Bash splits a word at its colons.
    const words = line.replaceAll(':', ' : ');
    const [, ...before] = words.trim().split(' ');
    const set = `COMP_WORDS=(${words}); COMP_CWORD=${before.length}; COMP_LINE='${line}'; COMP_POINT=${line.length};`;
    return run('bash', `source ${script}; ${set} _ringpost; printf '%s\\n' "\${COMPREPLY[@]}"`);
  };
  assert.deepEqual(offered('calls:p'), ['place']);
  assert.deepEqual(offered('web'), ['webhooks']);
  assert.deepEqual(offered('webhooks,rea'), ['webhooks,read']);
  assert.deepEqual(offered('webhooks,calls:p'), ['place']);
});

test('fish completes nouns, verbs, options and their values, each with what it is', { skip: without('fish') }, async (t) => {
  const script = await scriptFor(t, 'fish');
  for (const [words, completed] of cases) {
    if (completed.length === 0 || words[0] === 'stats') continue;
    const found = run('fish', `source ${script}; complete -C 'ringpost ${words.join(' ')}'`);
    assert.deepEqual(
      found.map((line) => line.split('\t')[0]),
      completed,
      words.join(' '),
    );
    if (words[0] !== 'help') assert.match(found[0] ?? '', /\t\S/, 'fish shows what it is');
  }
});

test('a shell that is not known is refused', async () => {
  const { code, stderr } = await runHere(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /bash\|zsh\|fish|bash, zsh/);
});
