import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess, hasEnded } from '../../../tools/embedded/end-process.ts';
import { UsageError } from '../../parts/usage-error.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** What the service and the simulator are made from. */
const watched = ['src', 'cli', 'simulator', 'tools', 'sdk'];
/** An editor or git writes several files for one change. */
const settleMs = 100;

/**
 * `npm start -- --watch`: runs the start in a process of its own, and anew whenever a source file changes. The start is told over IPC, so
 * that it stops the service and the simulator in good order and leaves its database running. It is in a process group of its own, which
 * Ctrl-C does not reach: it gets each signal from here, once. It ends with this process, however that ends.
 */
export async function startWatching(args: readonly string[]): Promise<number> {
  if (extname(import.meta.url) !== '.ts') throw new UsageError('--watch watches the sources, which only a checkout has.');
  let child = startOnce(args);
  let stopping = false;
  let changed = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping = true;
      if (!hasEnded(child)) child.kill(signal);
      changed.abort();
    });
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (isSource(name)) changed.abort();
    }),
  );
  while (true) {
    const code = await untilEndedOrChanged(child, changed.signal);
    if (stopping) break;
    if (code !== null) console.log(`\nIt ended with code ${code}. It starts again when a source file changes.`);
    await untilAborted(changed.signal);
    await delay(settleMs);
    await endProcess(child, () => child.send('replaced'));
    if (stopping) break;
    changed = new AbortController();
    console.log('\nA source file has changed: starting again.');
    child = startOnce(args);
  }
  for (const watcher of watchers) watcher.close();
  if (!hasEnded(child)) await once(child, 'exit');
  return child.exitCode ?? 1;
}

/** The start's side: resolves when it is told to make room for the next one, and never where nobody watches. */
export function untilReplaced(): Promise<'replaced'> {
  return new Promise((resolve) => {
    process.once('message', () => resolve('replaced'));
    process.channel?.unref();
  });
}

const startOnce = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [...process.execArgv, join(root, 'cli', 'ringpost.ts'), 'start', ...args], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

const isSource = (name: string | null): boolean => name !== null && /\.(ts|mjs|sql|lua|json)$/.test(name);

/** The exit code, or null where a file changed first or a signal ended it. */
async function untilEndedOrChanged(child: ChildProcess, changed: AbortSignal): Promise<number | null> {
  if (!hasEnded(child)) await Promise.race([once(child, 'exit'), untilAborted(changed)]);
  return child.exitCode;
}

const untilAborted = (signal: AbortSignal): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));
