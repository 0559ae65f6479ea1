import { readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createLog } from '../src/process/log.ts';
import { isAlive } from '../tools/embedded/is-alive.ts';
import { startEmbeddedPostgres } from '../tools/embedded/postgres.ts';
import { startPrivateRedis } from '../tools/embedded/redis.ts';
import { bundlePrograms } from './support/bundle-programs.ts';
import { makeTemplates } from './support/database.ts';
import { createQueue, keptProblems, unfinishedFiles } from './support/file-queue.ts';
import { runNodeInGroup } from './support/process-group.ts';
import { runsTypeScript } from './support/typescript.ts';

/**
 * `npm test [files, folders, flags of node --test]`: one PostgreSQL and, where redis-server is on the PATH, one Redis for
 * all tests; migrated templates that tests copy; then node's own runner with three processes more than cores, since some tests wait. Each
 * process takes one file after the other (`support/run-files.ts`). At the end it says how many tests ran and how many were left out for want
 * of what. A run of no tests fails: `node --test` calls that a success.
 */
const folderName = 'ringpost-test-';
/** The files that take longest begin first, so that no process is left with one of them at the end. */
const longest = [
  'test/tools/conformance/',
  'test/sdk/package.test.ts',
  'test/db/killed-migrations.test.ts',
  'test/tools/',
  'test/browser/',
];
/** The files that mostly wait, the longest first. They are spread over the run, so that the cores have work meanwhile. */
const waiting = [
  'test/tools/conformance/foreign.test.ts',
  'test/tools/conformance/conformance.test.ts',
  'test/tools/conformance/webhook-mutants.test.ts',
  'test/cli/with-api-key.test.ts',
  'test/tools/load/load.test.ts',
  'test/journeys/fate-of-a-call.test.ts',
  'test/tools/conformance/workflow/journey.test.ts',
  'test/tools/conformance/raw-http-mutants.test.ts',
  'test/tools/conformance/call-mutants.test.ts',
  'test/tools/check-receiver/check-receiver.test.ts',
  'test/tools/doctor/examine.test.ts',
];
/** Two databases at a time, the template, what PostgreSQL logs ahead: some 600 MB. */
const neededBytes = 2_000_000_000;
/** Ends a process that hangs after its last test. The whole run must be able to finish on a machine that is ten times as slow. */
const processTimeoutMs = 120 * 60_000;
const cleanups: (() => Promise<unknown>)[] = [];
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true;
  });

let exitCode = 1;
try {
  exitCode = await runTests(process.argv.slice(2));
} catch (error) {
  console.error(error);
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup().catch((error: unknown) => console.error(error));
}
process.exit(interrupted ? 130 : exitCode);

async function runTests(args: readonly string[]): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const files = testFiles(
    root,
    args.filter((arg) => !arg.startsWith('-')),
  );
  if (files.length === 0) return fail('Found no test files.');
  const folder = await temporaryFolder();
  const [servers, programs] = await Promise.all([startServers(folder), bundle(root)]);
  const env = { ...process.env, ...servers, ...programs };
  const countsFile = join(folder, 'counts.json');
  const reporters = ['spec', './test/support/count-reporter.mjs'].map((name) => `--test-reporter=${name}`);
  const destinations = ['stdout', countsFile].map((to) => `--test-reporter-destination=${to}`);
  const processes = availableParallelism() + 3;
  const entries = createQueue(folder, { root, names: files, waiting }, processes);
  const flags = [
    ...runsTypeScript,
    '--test',
    `--test-concurrency=${processes}`,
    `--test-timeout=${processTimeoutMs}`,
    ...reporters,
    ...destinations,
    ...args.filter((arg) => arg.startsWith('-')),
  ];
  const code = interrupted ? 130 : await runNodeInGroup([...flags, ...entries], { cwd: root, env });
  const problems = keptProblems(folder);
  if (problems !== '') console.error(problems);
  const unfinished = interrupted ? [] : unfinishedFiles(folder);
  if (unfinished.length > 0) return fail(`These files did not run to their end:\n${unfinished.join('\n')}`);
  return report(code, JSON.parse((await readFile(countsFile, 'utf8').catch(() => '')) || 'null'));
}

async function bundle(root: string): Promise<Record<string, string>> {
  const parent = join(root, 'node_modules', '.cache', 'ringpost-tests');
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const folder = join(parent, `${folderName}${process.pid}`);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return { TEST_PROGRAMS: JSON.stringify(await bundlePrograms(root, folder)) };
}

/** Everything below test/, or what was asked for. Listed by hand: a pattern that matches nothing passes. */
function testFiles(root: string, asked: readonly string[]): string[] {
  if (asked.length > 0)
    return asked
      .flatMap((path) => (statSync(path).isDirectory() ? testsIn(path) : [path]))
      .map((path) => relative(root, join(process.cwd(), path)));
  const all = testsIn(join(root, 'test'))
    .map((path) => relative(root, path))
    .sort();
  const first = [...waiting, ...longest].flatMap((start) => all.filter((path) => path.startsWith(start)));
  return [...new Set([...first, ...all])];
}

function testsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // The referees and the generators bring packages of their own, and those their own tests.
    .filter((name) => name.endsWith('.test.ts') && !name.split(sep).includes('node_modules'));
  return names.map((name) => join(folder, name));
}

/** In memory where there is room: copying the template takes 12 ms there and 350 ms on a slow disk. */
async function temporaryFolder(): Promise<string> {
  const parent = (await roomIn('/dev/shm')) > neededBytes ? '/dev/shm' : tmpdir();
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, `${folderName}${process.pid}-`));
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // As root the server runs as another user, which must pass through.
  await chmod(folder, 0o711);
  return folder;
}

async function roomIn(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : 0;
}

/** Runs that were killed. A PostgreSQL whose data folder is gone ends by itself within a minute. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((name) => name.startsWith(folderName))) {
    const pid = Number(name.slice(folderName.length).split('-')[0]);
    if (!isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function startServers(dataFolder: string): Promise<Record<string, string>> {
  const log = createLog('error');
  const durability = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const size = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '256MB', shared_buffers: '256MB', autovacuum_naptime: '60s' };
  const [postgres, redis] = await Promise.all([
    startEmbeddedPostgres({ dataFolder, log, settings: { ...durability, ...size } }),
    startPrivateRedis({ dataFolder, log }),
  ]);
  cleanups.push(
    () => postgres.stop(),
    async () => redis?.stop(),
  );
  await makeTemplates(postgres.url);
  // Services that a test starts have time: no test may depend on how fast the machine is.
  const unhurried = { RINGPOST_REQUEST_SECONDS: '60' };
  return { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis?.url ?? '', TEST_FOLDER: dataFolder, ...unhurried };
}

interface Counts {
  readonly ran: number;
  readonly failed: number;
  readonly leftOut: Readonly<Record<string, number>>;
  /** Says of each process that failed without a test with which code or signal it ended. */
  readonly ended: readonly string[];
}

function report(code: number, counts: Counts | null): number {
  if (!counts || counts.ran === 0) return fail('No test ran.');
  const left = Object.entries(counts.leftOut).map(([reason, count]) => `${count} left out (${reason})`);
  const sentence = [`${counts.ran} tests ran`, `${counts.failed} failed`, ...left, ...counts.ended].join(', ');
  console.log(`\n${sentence}.`);
  return counts.failed + counts.ended.length > 0 ? code || 1 : code;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}
