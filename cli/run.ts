import { nearest } from '../src/contract/nearest.ts';
import { ConfigError } from '../src/process/environment.ts';
import { ownVersion } from '../src/process/version.ts';
import { Refused, Unreachable } from './clients/errors.ts';
import { commands } from './commands.ts';
import { commandHelp, groupHelp, program, programHelp } from './help.ts';
import { type Command, type CommandGroup, commandAlone, isGroup } from './parts/command.ts';
import { withoutControls } from './parts/screen.ts';
import { UsageError } from './parts/usage-error.ts';

/** Runs a command. Exit codes: 0 done, 1 refused or failed, 2 wrong usage (an unknown command, option or setting). */
export async function run(argv: readonly string[]): Promise<number> {
  const [first = 'help', ...rest] = argv;
  try {
    if (first === '--version' || first === '-v') return print(version());
    if (['help', '--help', '-h'].includes(first)) return print(helpAbout(rest.filter((word) => !word.startsWith('-'))));
    const { words, found, args } = find(argv);
    if (hasFlag(args, ['--help', '-h'])) return print(helpAbout(words));
    const command = isGroup(found) ? commandAlone(found) : found;
    if (!command) throw new UsageError(helpAbout(words));
    return await command.run(args);
  } catch (error) {
    if (error instanceof Refused && hasFlag(argv, ['--json'])) print(error.text);
    return explain(error);
  }
}

interface Found {
  readonly words: readonly string[];
  readonly found: Command | CommandGroup;
  readonly args: readonly string[];
}

/** Finds the command that the first words name, or the group if the second word is an option or missing. */
function find(argv: readonly string[]): Found {
  const [noun = '', verb, ...rest] = argv;
  const found = lookUp(commands, noun, program);
  if (!isGroup(found)) return { words: [noun], found, args: argv.slice(1) };
  if (verb === undefined || verb.startsWith('-')) return { words: [noun], found, args: argv.slice(1) };
  return { words: [noun, verb], found: lookUp(found.commands, verb, `${program} ${noun}`, found.elsewhere), args: rest };
}

function lookUp<Kind>(known: Readonly<Record<string, Kind>>, word: string, before: string, elsewhere?: string): Kind {
  const found = Object.hasOwn(known, word) ? known[word] : undefined;
  if (found) return found;
  const meant = nearest(word, Object.keys(known));
  const hint = meant ? `Did you mean \`${before} ${meant}\`?` : `There are: ${Object.keys(known).join(', ')}.`;
  throw new UsageError([`There is no command \`${before} ${word}\`.`, hint, elsewhere].filter(Boolean).join(' '));
}

function helpAbout(words: readonly string[]): string {
  if (words.length === 0) return programHelp(commands);
  const { words: named, found } = find(words);
  return isGroup(found) ? groupHelp(named.join(' '), found) : commandHelp(named.join(' '), found);
}

/** Tells if a flag is given. Words after `--` are values, whatever they look like. */
function hasFlag(args: readonly string[], names: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((word) => names.includes(word));
}

const version = (): string => `${program} ${ownVersion()}`;

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The errors are recognised by name: loading the database's code would slow every command down. */
const toldByName = [
  'CallStillGoingError',
  'DatabaseUnreachable',
  'EmbeddedPostgresError',
  'MigrationError',
  'MigrationStopped',
  'MovingError',
  'Unjudgeable',
  'Unready',
];

function explain(error: unknown): number {
  if (error instanceof Refused) {
    complain(`${program}: ${error.code}: ${error.message}\n${detailLines(error.details)}`);
    return 1;
  }
  const ofUsage = error instanceof UsageError || error instanceof ConfigError;
  const told = ofUsage || error instanceof Unreachable || (error instanceof Error && toldByName.includes(error.name));
  const words = error instanceof Error ? (told ? error.message : (error.stack ?? error.message)) : String(error);
  complain(`${words.startsWith('Usage: ') ? '' : `${program}: `}${words}\n`);
  return ofUsage ? 2 : 1;
}

/** An error may name what tenants have named. */
const complain = (text: string): boolean => process.stderr.write(withoutControls(text));

/** Formats the problems that the API lists, one a line; other details as they are. */
function detailLines(details: unknown): string {
  if (details === undefined || details === null) return '';
  const errors = typeof details === 'object' && 'errors' in details && Array.isArray(details.errors) ? details.errors : null;
  if (!errors) return `  ${JSON.stringify(details)}\n`;
  return errors.map(({ path, message }: { path: string; message: string }) => `  ${path} ${message}\n`).join('');
}
