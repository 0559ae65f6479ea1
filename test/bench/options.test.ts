import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { namesWith, sectionOf } from '../../bench/stage/bench-options.ts';

const folder = join(import.meta.dirname, '..', '..', 'bench');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')).scripts;
const benches = Object.entries(scripts).filter(([name]) => name === 'bench' || name.startsWith('bench:'));

test('every bench reads its options in the one way, and its section of bench/README.md names each of them', () => {
  const files = benches.map(([, command]) => command.split(' ').at(-1) ?? '');
  const programs = readdirSync(folder).filter((file) => file.endsWith('.ts') && !['lag-receiver.ts', 'webhook-load.ts'].includes(file));
  assert.deepEqual(files.map((file) => file.replace('bench/', '')).sort(), programs.sort());
  for (const [script, command] of benches) {
    const source = readFileSync(join(folder, '..', command.split(' ').at(-1) ?? ''), 'utf8');
    const name = script === 'bench' ? 'all' : script.replace('bench:', '');
    const read = new RegExp(`benchOptions\\('${name}', (\\{[^;]*?\\})\\)`).exec(source)?.[1];
    assert.ok(read !== undefined, `${script} does not call benchOptions`);
    const options = [...read.matchAll(/'?([\w-]+)'?: \{ type:/g)].map(([, option]) => option);
    for (const option of options) assert.match(sectionOf(name), new RegExp(`--${option}\\b`), `${script} --${option}`);
  }
});

test('a bench is refused of which nothing has the name that --only says', () => {
  const names = ['Redis away', 'database restarted'];
  assert.deepEqual(namesWith('', names), names);
  assert.deepEqual(namesWith('Redis', names), ['Redis away']);
  assert.throws(
    () => namesWith('nonsense', names),
    /There is nothing named nonsense: --only takes a part of Redis away, database restarted\./,
  );
  for (const file of ['chaos.ts', 'open.ts']) assert.match(readFileSync(join(folder, file), 'utf8'), /= namesWith\(\s*options\.only/, file);
});

test('a bench that is asked for help begins no measurement', () => {
  const run = (option: string) =>
    spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), join(folder, 'start.ts'), option], { encoding: 'utf8' });
  const help = run('--help');
  assert.deepEqual([help.status, help.stdout.trimEnd(), help.stderr], [0, sectionOf('start'), '']);
  const unknown = run('--fast');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /Unknown option '--fast'/);
});
