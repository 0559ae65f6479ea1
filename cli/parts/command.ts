import { parseArgs } from 'node:util';
import { nearest } from '../../src/contract/nearest.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { kebab, type Option } from './options.ts';
import { UsageError } from './usage-error.ts';

/** A command of `ringpost`: its help text, and a function that runs it and resolves to the exit code. */
export interface Command {
  readonly summary: string;
  readonly arguments: Options;
  readonly options: Options;
  readonly notes: string | null;
  readonly examples: readonly string[];
  run(args: readonly string[]): Promise<number>;
}

/** Commands about one noun, such as `ringpost tenant create` and `ringpost tenant list`. */
export interface CommandGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Command>>;
  /** Names the command that the noun alone runs. Without it the noun alone is wrong usage. */
  readonly alone?: string;
  /** Says where something is that one looks for here. */
  readonly elsewhere?: string;
}

export const isGroup = (entry: Command | CommandGroup): entry is CommandGroup => 'commands' in entry;

export const commandAlone = ({ alone, commands }: CommandGroup): Command | undefined => (alone === undefined ? undefined : commands[alone]);

export type Options = Readonly<Record<string, Option<unknown>>>;

/** The arguments and options that a command's functions receive, by name, parsed and checked. */
export type Values<Arguments extends Options, Flags extends Options> = {
  readonly [Name in keyof Arguments]: ValueOf<Arguments[Name]>;
} & { readonly [Name in keyof Flags]: ValueOf<Flags[Name]> };
type ValueOf<Kind> = Kind extends Option<infer Value> ? Value : never;

export interface Definition<Arguments extends Options, Flags extends Options> {
  readonly summary: string;
  /** Lists arguments by position, in this order. */
  readonly arguments?: Arguments;
  /** Lists options: `publicApi` here is `--public-api` on the command line. */
  readonly options?: Flags;
  readonly notes?: string;
  readonly examples: readonly string[];
  run(values: Values<Arguments, Flags>): Promise<number>;
}

// Without arguments or options the type is the empty object.
// biome-ignore lint/complexity/noBannedTypes: `Record<string, never>` would give every name a value of type never.
export type None = {};

export function command<Arguments extends Options = None, Flags extends Options = None>(definition: Definition<Arguments, Flags>): Command {
  const places: Options = definition.arguments ?? {};
  const options: Options = definition.options ?? {};
  return {
    summary: definition.summary,
    arguments: places,
    options,
    notes: definition.notes ?? null,
    examples: definition.examples,
    run: async (args) => definition.run((await readValues(args, places, options)) as Values<Arguments, Flags>),
  };
}

/**
 * Makes a command with more options than its definition has. `run` gets the values of the added ones apart, so that a list cannot pass them on
 * as its query, above all a token.
 */
export function commandWith<Added extends Options, Arguments extends Options, Flags extends Options>(
  added: Added,
  definition: Omit<Definition<Arguments, Flags>, 'run'>,
  run: (own: Values<Arguments, Flags>, added: Values<None, Added>) => Promise<number>,
): Command {
  return command({
    ...definition,
    options: { ...definition.options, ...added },
    run(given) {
      const part = (isAdded: boolean) => Object.fromEntries(Object.entries(given).filter(([name]) => name in added === isAdded));
      // The compiler cannot see through the spread of a generic.
      return run(part(false) as Values<Arguments, Flags>, part(true) as Values<None, Added>);
    },
  });
}

async function readValues(args: readonly string[], places: Options, options: Options): Promise<Record<string, unknown>> {
  const { values, positionals } = parse(args, options);
  const names = Object.keys(places);
  if (positionals.length > names.length) throw new UsageError(`"${positionals[names.length]}" is one argument too many.`);
  const read: Record<string, unknown> = {};
  for (const [index, [name, place]] of Object.entries(places).entries()) {
    const text = positionals[index];
    read[name] = await place.read(text === undefined ? [] : [text], `<${kebab(name)}>`);
  }
  for (const [name, option] of Object.entries(options)) {
    const given = [values[kebab(name)] ?? []].flat().map(String);
    read[name] = await option.read(given, `--${kebab(name)}`);
  }
  return read;
}

function parse(args: readonly string[], options: Options) {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      kebab(name),
      { type: option.placeholder === null ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(wordsFor(error, Object.keys(known)));
  }
}

/** Returns Node's own message, or for an unknown option the one that was perhaps meant. */
function wordsFor(error: unknown, known: readonly string[]): string {
  const said = messageOf(error);
  const [, dashes = '', unknown] = /^Unknown option '(--?)([^']+)'/.exec(said) ?? [];
  if (unknown === undefined) return said;
  const meant = nearest(unknown, known);
  return `There is no option ${dashes}${unknown}.${meant ? ` Did you mean --${meant}?` : ''}`;
}
