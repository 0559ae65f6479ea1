import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { parseDuration } from './duration.ts';
import type { Moment } from './moment.ts';
import { parseMoney } from './money.ts';
import { UsageError } from './usage-error.ts';

/**
 * The kinds of values that a command takes, by option or by position. Each reads the words that were typed, none where
 * nothing was, and refuses what does not fit with a sentence that names the option.
 */
export interface Option<Value> {
  readonly about: string;
  /** What stands for the value in the help; null where the option stands alone. */
  readonly placeholder: string | null;
  readonly required: boolean;
  read(given: readonly string[], name: string): Value | Promise<Value>;
}

/** `publicApi` in the code is `--public-api` on the command line. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Must be given. */
export const need = <Value>(option: Option<Value>): Option<Exclude<Value, undefined>> => ({
  ...option,
  required: true,
  async read(given, name) {
    if (given.length === 0) throw new UsageError(`${name} is missing.`);
    // What was given is never read as undefined.
    return (await option.read(given, name)) as Exclude<Value, undefined>;
  },
});

export const flag = (about: string): Option<boolean> => ({
  about,
  placeholder: null,
  required: false,
  read: (given) => given.length > 0,
});

export const text = (about: string, placeholder = 'TEXT'): Option<string | undefined> => single(about, placeholder, (word) => word);

/** The address of an API, with or without a path. */
export const httpUrl = (about: string): Option<string | undefined> =>
  single(about, 'URL', (word, name) => {
    if (!URL.canParse(word) || !/^https?:/i.test(word)) throw new UsageError(`${name} takes http://… or https://…; not "${word}".`);
    return word;
  });

/** The text itself, `@file`, or `@-` for the standard input. */
export const textOrFile = (about: string): Option<string | undefined> => single(about, 'TEXT|@FILE', contentOf);

/** JSON, `@file` or `@-`. */
export const json = (about: string): Option<unknown> =>
  single<unknown>(about, 'JSON|@FILE', async (word, name) => parseJson(await contentOf(word, name), name));

/** JSON from a file, by position; from the standard input where nothing or `-` stands there. */
export const jsonFile = (about: string): Option<unknown> => ({
  about,
  placeholder: 'FILE',
  required: false,
  read: async ([path], name) => {
    // A terminal would wait there for somebody to type JSON.
    if (path === undefined && process.stdin.isTTY) throw new UsageError(`${name} is missing, and nothing comes in by a pipe.`);
    return parseJson(await fileContent(path ?? '-', name), name);
  },
});

/** An object in JSON, `@file` or `@-`. */
export const jsonObject = (about: string): Option<Record<string, unknown> | undefined> =>
  single(about, 'JSON|@FILE', async (word, name) => {
    const value = parseJson(await contentOf(word, name), name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${name} takes a JSON object.`);
    return Object.fromEntries(Object.entries(value));
  });

export const wholeNumber = (about: string, min: number, max: number): Option<number | undefined> =>
  single(about, 'N', (word, name) => {
    const value = Number(word);
    if (!/^\d+$/.test(word) || value < min || value > max)
      throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not "${word}".`);
    return value;
  });

export const choice = <const Word extends string>(about: string, words: readonly Word[]): Option<Word | undefined> =>
  single(about, words.join('|'), (word, name) => oneOf(words, word, name));

export const onOff = (about: string): Option<boolean | undefined> =>
  single(about, 'on|off', (word, name) => oneOf(['on', 'off'], word, name) === 'on');

/** Words with commas between them; the option may also come several times. */
export const list = (about: string): Option<string[] | undefined> => ({
  about,
  placeholder: 'A,B,…',
  required: false,
  read: (given) => (given.length === 0 ? undefined : split(given)),
});

/** As `list`, of words from a closed set. */
export const choices = <const Word extends string>(about: string, words: readonly Word[]): Option<Word[] | undefined> => ({
  about: `${about} (${words.join(', ')})`,
  placeholder: 'A,B,…',
  required: false,
  read: (given, name) => (given.length === 0 ? undefined : split(given).map((word) => oneOf(words, word, name))),
});

/** Seconds. */
export const duration = (about: string): Option<number | undefined> =>
  single(about, 'DURATION', (word, name) => {
    const seconds = parseDuration(word);
    if (seconds === null) throw new UsageError(`${name} takes a length of time such as 90m, 1h30m or 2d, not "${word}".`);
    return seconds;
  });

/** A moment, or its distance from now, which the command adds to the clock of the service (`moment.ts`). */
export const moment = (about: string): Option<Moment | undefined> =>
  single(about, 'TIME|DURATION', (word, name) => {
    const seconds = parseDuration(word);
    if (seconds !== null) return { seconds };
    const at = new Date(word);
    if (!/^\d{4}-\d\d/.test(word) || Number.isNaN(at.getTime()))
      throw new UsageError(`${name} takes a time such as 2026-12-01T09:00:00Z or a length of time such as 2h or 90d, not "${word}".`);
    return { at: at.toISOString() };
  });

/** Millionths of the currency. */
export const money = (about: string): Option<number | undefined> =>
  single(about, 'AMOUNT', (word, name) => {
    const micros = parseMoney(word);
    if (micros === null) throw new UsageError(`${name} takes an amount such as 25 or 12.50, not "${word}".`);
    return micros;
  });

function single<Value>(
  about: string,
  placeholder: string,
  read: (word: string, name: string) => Value | Promise<Value>,
): Option<Value | undefined> {
  return {
    about,
    placeholder,
    required: false,
    read(given, name) {
      const [word, another] = given;
      if (another !== undefined) throw new UsageError(`${name} is given twice.`);
      return word === undefined ? undefined : read(word, name);
    },
  };
}

const split = (given: readonly string[]): string[] =>
  given
    .flatMap((words) => words.split(','))
    .map((word) => word.trim())
    .filter(Boolean);

function oneOf<Word extends string>(words: readonly Word[], word: string, name: string): Word {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined) throw new UsageError(`${name} takes ${words.join(', ')}; not "${word}".`);
  return found;
}

const contentOf = async (word: string, name: string): Promise<string> => (word.startsWith('@') ? fileContent(word.slice(1), name) : word);

/** A file's content; `-` is the standard input. */
async function fileContent(path: string, name: string): Promise<string> {
  try {
    return path === '-' ? await readStream(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${name}: ${path} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

function parseJson(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
}
