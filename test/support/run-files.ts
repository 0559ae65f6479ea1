import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { claimFiles, keepProblem } from './file-queue.ts';
import { endShared } from './shared.ts';

// One of the processes of `npm test`. It runs test files until no process has any left to begin, so that the product is
// loaded, and its schemas are compiled, once per process and not once per file. A file is a suite: its hooks are its own.

/**
 * The runner follows every promise of the process to the test that it belongs to, which takes a tenth of the CPU time. Only the calls with which
 * a file says what its tests are need it; without it an error that nobody catches still fails the process, and is kept with the file that ran.
 */
let following: AsyncHook | undefined;
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => (following = createHook(callbacks));
const { describe, test } = await import('node:test');
asyncHooks.createHook = createHook;

/**
 * Node goes on noting the end of every promise for a hook that was disabled while another (that of an AsyncLocalStorage) remains. It looks
 * again at what is needed when a hook is enabled.
 */
const endTracking = (): unknown =>
  createHook({ init: () => {} })
    .enable()
    .disable();

/** Ends a file that hangs. The longest takes a minute on an idle machine, and must be able to finish on one that is ten times as slow. */
const fileTimeoutMs = 30 * 60_000;

/** What every file after it in this process would meet. */
const surroundings = (): Readonly<Record<string, unknown>> => ({
  'performance.now': performance.now,
  'Date.now': Date.now,
  'process.stdout.write': process.stdout.write,
  'process.stderr.write': process.stderr.write,
  'process.cwd()': process.cwd(),
  ...Object.fromEntries(globals.map((each) => [each, globalThis[each]])),
});
const globals = ['Date', 'fetch', 'setImmediate', 'setInterval', 'setTimeout'] as const;

let running = '';
const uncaught = (error: unknown): void => keepProblem(`While ${running} ran, nobody caught this: ${inspect(error)}`);
process.on('uncaughtExceptionMonitor', uncaught).on('unhandledRejection', uncaught);

/** After which file each kind of resource that is open began to be. */
const openSince = new Map<string, string>();

function noteOpen(file: string): void {
  const open = new Set(process.getActiveResourcesInfo());
  for (const kind of openSince.keys()) if (!open.has(kind)) openSince.delete(kind);
  for (const kind of open) if (!openSince.has(kind)) openSince.set(kind, file);
}

for (const { name, path, finished } of claimFiles()) {
  running = name;
  const before = surroundings();
  following?.enable();
  // The runner resolves the suite's promise after its last hook.
  await describe(name, { timeout: fileTimeoutMs }, async () => {
    await import(pathToFileURL(path).href);
    following?.disable();
    endTracking();
  });
  const changed = Object.entries(surroundings()).filter(([each, value]) => value !== before[each]);
  if (changed.length > 0)
    await test(`${name} puts back what it changed`, () => {
      throw new Error(`It left ${changed.map(([each]) => each).join(', ')} changed for the files after it.`);
    });
  finished();
  noteOpen(name);
}

await endShared();

/** How long a process may take to end after its last file, on a slow machine. */
const endMs = 120_000;

// What a test has left open would keep the process alive, and the run with it, without a word.
setTimeout(() => {
  noteOpen('the last file');
  keepProblem(`A process did not end by itself. Open: ${[...openSince].map(([kind, file]) => `${kind} since ${file}`).join(', ')}.`);
  process.exit(1);
}, endMs).unref();
