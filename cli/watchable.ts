import { setTimeout as pause } from 'node:timers/promises';
import { untilSignal } from '../src/process/until-signal.ts';
import { Refused, Unreachable } from './clients/errors.ts';
import { type Command, type CommandGroup, isGroup } from './parts/command.ts';
import { flag } from './parts/options.ts';
import { withoutControls } from './parts/screen.ts';

const everyMs = 2_000;

/** Gives every list, and each command of `stats`, an option that shows it again and again. */
export const withWatch = (commands: Readonly<Record<string, Command | CommandGroup>>): Readonly<Record<string, Command | CommandGroup>> =>
  Object.fromEntries(
    Object.entries(commands).map(([noun, entry]) => {
      if (!isGroup(entry)) return [noun, entry];
      const verbs = Object.entries(entry.commands);
      const watched = verbs.map(([verb, each]) => [verb, noun === 'stats' || verb === 'list' ? watchable(each) : each] as const);
      return [noun, { ...entry, commands: Object.fromEntries(watched) }];
    }),
  );

const watchable = (command: Command): Command => ({
  ...command,
  options: { ...command.options, watch: flag('Show it again every two seconds, until Ctrl-C.') },
  run: (args) => (args.includes('--watch') ? watch(command, args) : command.run(args)),
});

async function watch(command: Command, args: readonly string[]): Promise<number> {
  const own = args.filter((word) => word !== '--watch');
  const stopping = new AbortController();
  const { signal } = stopping;
  let isLooking = false;
  void untilSignal(stopping).then(() => {
    // What a look waits for may never come.
    if (isLooking) process.exit(0);
  });
  for (let turn = 1; ; turn++) {
    if (process.stdout.isTTY) process.stdout.write('\u001b[2J\u001b[H');
    else if (turn > 1 && !args.includes('--json')) process.stdout.write('\n');
    isLooking = true;
    const code = await command.run(own).catch((error: unknown) => {
      if (turn === 1 || !passes(error)) throw error;
      process.stderr.write(withoutControls(`${error instanceof Refused ? `${error.code}: ` : ''}${error.message}\n`));
      return 0;
    });
    isLooking = false;
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
    if (code !== 0 || signal.aborted) return code;
  }
}

/** A service that was there is perhaps only being restarted, or has much to do. */
const passes = (error: unknown): error is Refused | Unreachable =>
  error instanceof Unreachable || (error instanceof Refused && (error.status === 429 || error.status >= 500));
