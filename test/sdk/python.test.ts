import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import * as fixtures from '../../sdk/generated/fixtures.ts';
import { numberFor } from '../../sdk/testing/simulator.ts';
import { toolsFolder } from '../referees/tools.ts';
import { folderFor } from '../support/folder.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { areInstalled, programIn } from '../support/tools.ts';

/** The client for Python: its own tests with a scripted far side, a program that uses it against a service, and its types. */

const root = join(import.meta.dirname, '..', '..');
const project = join(root, 'sdk', 'python');
const tests = join(import.meta.dirname, 'python');
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'no python3 on this machine';
const run = promisify(execFile);

const env = { ...process.env, PYTHONPATH: join(project, 'src'), PYTHONDONTWRITEBYTECODE: '1' };

/** Resolves to what a program in Python printed. */
async function python(t: TestContext, args: readonly string[]): Promise<string> {
  const folder = folderFor(t);
  const examples = join(folder, 'fixtures.json');
  await writeFile(examples, JSON.stringify({ ...fixtures }));
  const vectors = join(root, 'sdk', 'generated', 'vectors.json');
  const more = { RINGPOST_FIXTURES: examples, RINGPOST_VECTORS: vectors };
  const { stderr, stdout } = await run('python3', args, { cwd: tests, env: { ...env, ...more } });
  return stdout + stderr;
}

for (const [name, least] of [
  ['test_client', 13],
  ['test_webhooks', 5],
] as const)
  test(`the Python client passes ${name}.py`, { skip }, async (t) => {
    const said = await python(t, ['-W', 'error', '-m', 'unittest', name]);
    assert.match(said, /\nOK\n/);
    assert.ok(Number(/Ran (\d+) tests/.exec(said)?.[1]) >= least, said);
  });

/** Runs a program against a service of its own. The service works on, and its clock moves, in each pause of the program. */
async function against(t: TestContext, args: readonly string[]): Promise<string[]> {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events: [] });
  const address = { RINGPOST_URL: `${system.publicUrl}/api/v1/public`, RINGPOST_API_KEY: owner.apiKey };
  const program = spawn('python3', args, {
    cwd: tests,
    env: { ...env, ...address, PHONE_NUMBER: numberFor('answered-interested') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => program.kill());
  const told: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    const seconds = /^pause (\S+)$/.exec(line)?.[1];
    if (seconds === undefined) {
      told.push(line);
      continue;
    }
    await system.play();
    await system.pass(Number(seconds));
    program.stdin.write('\n');
  }
  return told;
}

test('a program in Python places a call, receives its webhook, and catches up', { skip }, async (t) => {
  const told = await against(t, ['journey.py']);
  assert.deepEqual(
    told.map((line) => JSON.parse(line)),
    [
      { refused: '555' },
      { status: 'completed', outcome: 'INTERESTED', variables: { first_name: 'Zoë' } },
      { seen: [[true, 'call.completed', true]] },
      { caught_up: [['sent_again', 'success']] },
      { refused: 'webhook_not_found', read: 120, write: 60 },
    ],
  );
});

test("the first call of the Python client's README comes to its end", { skip }, async (t) => {
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  const [, block = ''] = /```python\n(.*?)```/s.exec(readme) ?? [];
  assert.ok(block.split('\n').length <= 10, block);
  const called = block.replace('"+14155550123"', 'os.environ["PHONE_NUMBER"]');
  const pauses = "import time\ntime.sleep = lambda seconds: (print('pause', seconds, flush=True), input())\n";
  assert.deepEqual(await against(t, ['-c', `${pauses}${called}`]), ['completed INTERESTED']);
});

const withoutPyright = areInstalled(toolsFolder) ? false : 'the referees are not installed: npm run referees';

test('the types of the Python client hold, for its oldest Python', { skip: skip || withoutPyright }, async () => {
  const { stdout } = await run(programIn(toolsFolder, 'pyright'), ['--project', project]).catch((error) => assert.fail(error.stdout));
  assert.match(stdout, /^0 errors/m);
});
