import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { isObject } from '../../src/contract/json.ts';
import { parseMoment } from '../../src/contract/since.ts';
import { parseUrl } from '../../src/process/parse-url.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { parseDuration } from './duration.ts';
import { expectExactNumbers } from './exact-numbers.ts';
import { parseMoney } from './money.ts';
import { UsageError } from './usage-error.ts';

/**
 * A kind of value that a command takes as an option or an argument. It reads the words that were typed (none if there
 * were none), and refuses wrong ones with a message that names the option.
 */
export interface Option<Value> {
  readonly about: string;
  /** Stands for the value in the help; null for an option without a value. */
  readonly placeholder: string | null;
  readonly required: boolean;
  /** Holds the words that it takes, where they are a closed set. */
  readonly words?: readonly string[];
  read(given: readonly string[], name: string): Value | Promise<Value>;
}

/** Turns `publicApi` in the code into `--public-api` on the command line. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const need = <Value>(option: Option<Value>): Option<Exclude<Value, undefined>> => ({
  ...option,
  required: true,
  async read(given, name) {
    if (given.length === 0) throw new UsageError(`${name} is missing.`);
    // A given value is never read as undefined.
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

/** Reads the id of something. It becomes a part of a path, which these three would lead elsewhere. */
export const id = (about: string, placeholder = 'TEXT'): Option<string | undefined> =>
  single(about, placeholder, (word, name) => {
    if (['', '.', '..'].includes(word)) throw new UsageError(`${name} takes an id, not "${word}".`);
    return word;
  });

/** Reads the address of an API, with or without a path. */
export const httpUrl = (about: string): Option<string | undefined> => urlThat(expectHttpUrl, about);

const urlThat = (expect: (word: string, name: string) => void, about: string): Option<string | undefined> =>
  single(about, 'URL', (word, name) => {
    expect(word, name);
    return word;
  });

/** True for the address of an API that a request can go to, which has no user name and no password. */
export function isHttpUrl(word: string): boolean {
  const url = parseUrl(word);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** What is refused for its user name or password is not repeated. */
export function expectHttpUrl(word: string, name: string): void {
  if (isHttpUrl(word)) return;
  const { username = '', password = '' } = parseUrl(word) ?? {};
  throw new UsageError(
    username || password ? `${name} takes no user name or password.` : `${name} takes http://… or https://…; not "${word}".`,
  );
}

/** Reads the address of a database. It may have a password, so what was typed is not repeated. */
export const postgresUrl = (about: string): Option<string | undefined> => urlThat(expectPostgresUrl, about);

export function expectPostgresUrl(word: string, name: string): void {
  if (!/^postgres(ql)?:\/\/./.test(word)) throw new UsageError(`${name} takes postgres://user:password@host:5432/database.`);
}

/** Reads a text, or the content of `@file`, or standard input for `@-`. */
export const textOrFile = (about: string): Option<string | undefined> => single(about, 'TEXT|@FILE', contentOf);

/** Reads JSON from the text, `@file` or `@-`. */
export const json = (about: string): Option<unknown> =>
  single<unknown>(about, 'JSON|@FILE', async (word, name) => parseJson(await contentOf(word, name), name));

/** Reads JSON from the file that an argument names, or from standard input if it is missing or `-`. */
export const jsonFile = (about: string): Option<unknown> => ({
  about,
  placeholder: 'FILE',
  required: false,
  read: async ([path], name) => {
    // On a terminal the command would silently wait for somebody to type JSON.
    if (path === undefined && process.stdin.isTTY) throw new UsageError(`${name} is missing, and nothing comes in by a pipe.`);
    return parseJson(await fileContent(path ?? '-', name), name);
  },
});

/** Reads a JSON object from the text, `@file` or `@-`. */
export const jsonObject = (about: string): Option<Record<string, unknown> | undefined> =>
  single(about, 'JSON|@FILE', async (word, name) => {
    const value = parseJson(await contentOf(word, name), name);
    if (!isObject(value)) throw new UsageError(`${name} takes a JSON object.`);
    return { ...value };
  });

export const wholeNumber = (about: string, min: number, max: number): Option<number | undefined> =>
  single(about, 'N', (word, name) => {
    const value = Number(word);
    if (!/^\d+$/.test(word) || value < min || value > max)
      throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not "${word}".`);
    return value;
  });

/** Reads a number of days, or `forever` into null. */
export const days = (about: string, min: number): Option<number | null | undefined> =>
  single(about, 'N|forever', (word, name) => {
    if (word === 'forever') return null;
    const value = Number(word);
    if (!/^\d+$/.test(word) || value < min || value > 3_650)
      throw new UsageError(`${name} takes a whole number of days from ${min} to 3650, or forever; not "${word}".`);
    return value;
  });

export const choice = <const Word extends string>(about: string, words: readonly Word[]): Option<Word | undefined> =>
  oneWord(about, words, (word) => word);

export const onOff = (about: string): Option<boolean | undefined> => oneWord(about, ['on', 'off'], (word) => word === 'on');

/** Reads words separated by commas. The option may be repeated. */
export const list = (about: string): Option<string[] | undefined> => ({
  about,
  placeholder: 'A,B,…',
  required: false,
  read: (given) => (given.length === 0 ? undefined : split(given)),
});

/** Reads `NAME=VALUE`, which may be repeated, into values by name. */
export const pairs = (about: string): Option<Readonly<Record<string, string>>> => ({
  about,
  placeholder: 'NAME=VALUE',
  required: false,
  read(given, name) {
    const values = new Map<string, string>();
    for (const word of given) {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
      if (key === undefined) throw new UsageError(`${name} takes NAME=VALUE, not "${word}".`);
      if (values.has(key)) throw new UsageError(`${name} gives "${key}" twice.`);
      values.set(key, value ?? '');
    }
    return Object.fromEntries(values);
  },
});

export const choices = <const Word extends string>(about: string, words: readonly Word[]): Option<Word[] | undefined> => ({
  about: `${about} (${words.join(', ')})`,
  placeholder: 'A,B,…',
  required: false,
  words,
  read(given, name) {
    if (given.length === 0) return undefined;
    const chosen = split(given);
    // An empty choice would let nothing through.
    return (chosen.length > 0 ? chosen : ['']).map((word) => oneOf(words, word, name));
  },
});

export const duration = (about: string): Option<number | undefined> =>
  single(about, 'DURATION', (word, name) => {
    const seconds = parseDuration(word);
    if (seconds === null) throw new UsageError(`${name} takes a length of time such as 90m, 1h30m or 2d, not "${word}".`);
    return seconds;
  });

/** Reads `500/s`, or plain `500`, into a number a second. */
export const rate = (about: string): Option<number | undefined> =>
  single(about, 'N/s', (word, name) => {
    const [, digits] = /^([1-9]\d*)(?:\/s)?$/.exec(word) ?? [];
    if (digits === undefined) throw new UsageError(`${name} takes a rate such as 500/s, not "${word}".`);
    return Number(digits);
  });

export type Moment = { readonly at: string } | { readonly seconds: number };

/** Reads a moment as the API does, or its distance from now, which the command adds to the service's clock (`clients/moment.ts`). */
export const moment = (about: string): Option<Moment | undefined> =>
  single(about, 'TIME|DURATION', (word, name) => {
    const seconds = parseDuration(word);
    if (seconds !== null && seconds <= longestSeconds) return { seconds };
    const at = parseMoment(word);
    if (at === null)
      throw new UsageError(`${name} takes a time such as 2026-12-01T09:00:00Z or a length of time such as 2h or 90d, not "${word}".`);
    return { at: at.toISOString() };
  });

/** A thousand years, so that every time in that distance is a date. */
const longestSeconds = 1_000 * 366 * 86_400;

/** Reads an amount that can be credited into millionths of the currency. */
export const money = (about: string): Option<number | undefined> =>
  single(about, 'AMOUNT', (word, name) => {
    const micros = parseMoney(word);
    if (micros === null || micros === 0 || micros > mostMicros)
      throw new UsageError(`${name} takes an amount from 0.000001 to 1000000, such as 25 or 12.50, not "${word}".`);
    return micros;
  });

const mostMicros = 1_000_000_000_000;

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

const oneWord = <const Word extends string, Value>(
  about: string,
  words: readonly Word[],
  meaning: (word: Word) => Value,
): Option<Value | undefined> => ({
  ...single(about, words.join('|'), (word, name) => meaning(oneOf(words, word, name))),
  words,
});

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

/** Returns a file's content; `-` is standard input. */
export async function fileContent(path: string, name: string): Promise<string> {
  try {
    return path === '-' ? await readStream(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${name}: ${path} cannot be read (${messageOf(error)}).`);
  }
}

function parseJson(content: string, name: string): unknown {
  const value = parsed(content, name);
  expectExactNumbers(content, name);
  return value;
}

function parsed(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${messageOf(error)}.`);
  }
}

/** Returns the properties that have a value, since options that were not typed are not sent. */
export const given = <Properties extends object>(properties: Properties): Given<Properties> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Given<Properties>;

/** Returns them for a change. One of nothing is certainly a mistake. */
export function givenChange<Properties extends object>(properties: Properties): Given<Properties> {
  const change = given(properties);
  if (Object.keys(change).length === 0) throw new UsageError('Nothing to change: give at least one option. --help lists them.');
  return change;
}

type Given<Properties> = {
  [Name in keyof Properties as undefined extends Properties[Name] ? never : Name]: Properties[Name];
} & { [Name in keyof Properties as undefined extends Properties[Name] ? Name : never]?: Exclude<Properties[Name], undefined> };
