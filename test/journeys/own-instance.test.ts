import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonReport } from '../../tools/conformance/report/json.ts';
import { startCli } from '../cli/cli.ts';
import { runHere } from '../cli/here.ts';
import { folderFor } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { startDeployment } from '../tools/conformance/deployment.ts';

/** `ringpost conformance` in the folder of `npm start`: what it judges, and what it leaves of the demo. */

const nowhere = 'http://127.0.0.1:1';

test('it judges an instance of its own, whatever the demo’s settings are, and removes it', async (t) => {
  const place = folderOf(t, { publicUrl: nowhere, operatorUrl: nowhere, operatorToken: 'x', simulatorUrl: nowhere });
  const env = { TMPDIR: place.temporary, DATABASE_URL: 'postgres://127.0.0.1:1/demo' };
  const ran = await runHere(['conformance', '--only', 'F2,J7', '--report', `json=${place.report}`], { cwd: place.folder, env });
  assert.equal(ran.code, 0, ran.stderr + ran.stdout);
  const report = place.read();
  assert.equal(report.isOwnInstance, true);
  assert.deepEqual(verdicts(report, 'F2', 'J7'), ['pass', 'pass']);
  assert.match(ran.stdout, /It judged an instance that it started for itself and has removed\./);
  assert.doesNotMatch(ran.stdout, /moved the sandbox's clock/);
  assert.deepEqual(place.left(), []);
});

test('stopped with SIGINT while the instance starts, it leaves nothing', async (t) => {
  const place = folderOf(t, { publicUrl: nowhere, operatorUrl: nowhere, operatorToken: 'x', simulatorUrl: nowhere });
  const { child, ended } = startCli(['conformance', '--only', 'F2'], { cwd: place.folder, env: { TMPDIR: place.temporary } });
  await until('the instance has begun', async () => place.left().length > 0);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(stderr, /ringpost: The run was stopped: there is no report\.\n$/);
  assert.deepEqual(place.left(), []);
});

test('stopped with SIGINT while it checks, and again, it ends the instance and leaves nothing', async (t) => {
  const place = folderOf(t, { publicUrl: nowhere, operatorUrl: nowhere, operatorToken: 'x', simulatorUrl: nowhere });
  const { child, ended } = startCli(['conformance'], { cwd: place.folder, env: { TMPDIR: place.temporary } });
  const instance = (): string => join(place.temporary, place.left()[0] ?? 'none');
  await until('the instance answers', async () => existsSync(join(instance(), 'start.json')));
  const database = realpathSync(join(instance(), 'postgres'));
  const pidFile = readdirSync(database, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('postmaster.pid'));
  const pid = Number.parseInt(readFileSync(join(database, pidFile ?? ''), 'utf8'), 10);
  process.kill(pid, 0);
  child.kill('SIGINT');
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(stderr, /ringpost: The run was stopped: there is no report\.\n$/);
  assert.deepEqual([place.left(), existsSync(database)], [[], false]);
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('the demo is judged where its address is given, and its clock moves only where that is allowed', async (t) => {
  const deployment = await startDeployment();
  t.after(() => deployment.stop());
  const { target, operator } = deployment;
  const offset = async (): Promise<number> =>
    (await operator.ask<{ clock: { offsetSeconds: number } }>('GET', '/clock')).clock.offsetSeconds;
  const place = folderOf(t, {
    publicUrl: new URL(target.baseUrl).origin,
    operatorUrl: target.operator.url,
    operatorToken: target.operator.token,
    simulatorUrl: target.simulatorUrl ?? '',
  });
  const judge = async (...more: readonly string[]): Promise<JsonReport> => {
    const args = ['conformance', '--base-url', target.baseUrl, '--only', 'F2,J7', '--report', `json=${place.report}`, ...more];
    const ran = await runHere(args, { cwd: place.folder });
    assert.equal(ran.code, 0, ran.stderr + ran.stdout);
    return place.read();
  };
  const before = await offset();
  assert.deepEqual(verdicts(await judge(), 'F2', 'J7'), ['pass', 'skipped']);
  assert.equal(await offset(), before);
  const moving = await judge('--clock', 'move');
  assert.deepEqual(verdicts(moving, 'F2', 'J7'), ['pass', 'pass']);
  assert.equal(moving.isOwnInstance, false);
  assert.ok((await offset()) > before);
});

interface Place {
  readonly folder: string;
  readonly temporary: string;
  readonly report: string;
  read(): JsonReport;
  /** Returns what a run has left in its temporary folder. */
  left(): readonly string[];
}

/** Makes a folder in which `npm start` has run. */
function folderOf(t: TestContext, addresses: Readonly<Record<string, string>>): Place {
  const folder = folderFor(t);
  const temporary = join(folder, 'temporary');
  for (const name of ['.ringpost', 'temporary']) mkdirSync(join(folder, name));
  const key = { apiKey: 'none' };
  const started = { ...addresses, demo: key, secondTenant: key, scopedKeys: {}, disabledTenant: key };
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify(started));
  const report = join(folder, 'report.json');
  return {
    folder,
    temporary,
    report,
    read: () => JSON.parse(readFileSync(report, 'utf8')),
    left: () => readdirSync(temporary).filter((name) => name.startsWith('ringpost-')),
  };
}

const verdicts = ({ results }: JsonReport, ...ids: readonly string[]): readonly unknown[] =>
  ids.map((id) => results.find((result) => result.id === id)?.verdict);
