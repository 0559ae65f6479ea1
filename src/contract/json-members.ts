/**
 * Cuts the members out of an object's JSON text. Each keeps its order of keys and form of numbers, loses insignificant
 * whitespace, and has strings in their shortest spelling. `JSON.parse` would put integer-like keys first and round long
 * numbers. The text must already be known to be valid JSON.
 */
export function membersOf(text: string): readonly (readonly [name: string, value: string])[] {
  const members: [string, string][] = [];
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return members;
  at = afterSpace(text, at + 1);
  while (at < text.length && text[at] !== '}') {
    const nameEnd = stringEnd(text, at);
    const name = String(JSON.parse(text.slice(at, nameEnd)));
    const value = compactValue(text, afterSpace(text, nameEnd) + 1);
    members.push([name, value.text]);
    at = afterSpace(text, value.end);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

/** Returns one member's text. Of two with the same name the later counts, as with `JSON.parse`. */
export const memberOf = (text: string, name: string): string | undefined => membersOf(text).findLast(([each]) => each === name)?.[1];

/**
 * Tells if any object in the text has a name twice. `JSON.parse` keeps the last of two members, so `value` then has
 * fewer than the text. Counting both is much cheaper than comparing all names.
 */
export const repeatsName = (text: string, value: unknown): boolean => namesIn(text) !== membersIn(value);

/** How many parts a text may have. A member takes three times as long as an array. */
export interface MostParts {
  readonly members: number;
  /** Objects, arrays and members together. */
  readonly all: number;
}

/** Tells if a text has more. The text may be anything, and the shortest part is `[]`. */
export function hasMoreParts(text: string, most: MostParts): boolean {
  if (text.length <= 2 * most.members) return false;
  const token = /[[{:"]/g;
  let members = 0;
  let all = 0;
  while (members <= most.members && all <= most.all && token.test(text)) {
    const at = token.lastIndex - 1;
    const found = text.charAt(at);
    if (found === '"') token.lastIndex = stringEnd(text, at) || text.length;
    else all++;
    if (found === ':') members++;
  }
  return members > most.members || all > most.all;
}

/** Counts strings that a colon follows. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = afterSpace(text, stringEnd(text, at));
    if (text.charCodeAt(at) === colon) names++;
  }
  return names;
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  let members = Array.isArray(value) ? 0 : inner.length;
  for (const each of inner) members += membersIn(each);
  return members;
}

/** Returns the compact text of the value at `start`, and its end. */
function compactValue(text: string, start: number): { text: string; end: number } {
  let compact = '';
  let depth = 0;
  let at = afterSpace(text, start);
  /** From here to `at` the text is compact as it is. */
  let kept = at;
  while (at < text.length) {
    const character = text.charAt(at);
    const closes = character === '}' || character === ']';
    if (depth === 0 && (closes || character === ',')) break;
    const end = tokenEnd(text, at, character);
    const token = character === '"' ? text.slice(at, end) : '';
    if (token.includes('\\')) {
      compact += text.slice(kept, at) + shortSpelling(token);
      kept = end;
    }
    if (closes) depth--;
    else if (character === '{' || character === '[') depth++;
    at = afterSpace(text, end);
    if (at > end) {
      compact += text.slice(kept, end);
      kept = at;
    }
  }
  return { text: compact + text.slice(kept, at), end: at };
}

function tokenEnd(text: string, at: number, character: string): number {
  if (character === '"') return stringEnd(text, at);
  if ('{}[],:'.includes(character)) return at + 1;
  let end = at + 1;
  while (end < text.length && !isDelimiter(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Returns the position after the closing quote, or 0 without one. Most strings end at the first following quote, which is found without
 * reading each character.
 */
function stringEnd(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Tells if an odd number of backslashes precedes: of two, the first escapes the second. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}

/** Spells `\u00e9` as `é`, so that a client that escapes all non-ASCII characters does not exceed size limits by that. */
const shortSpelling = (token: string): string => JSON.stringify(JSON.parse(token));

function afterSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && isSpace(text.charCodeAt(next))) next++;
  return next;
}

const backslash = 0x5c;
const colon = 0x3a;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
/** Tells if the character ends a number or a word: space, `,`, `]`, `}`. */
const isDelimiter = (code: number): boolean => isSpace(code) || code === 0x2c || code === 0x5d || code === 0x7d;
