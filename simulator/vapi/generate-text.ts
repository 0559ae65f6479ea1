import type { Draws } from '../draws.ts';

/**
 * Generates a text that matches a simple regular expression: literals, classes, groups, alternatives, repetition.
 * Returns null for expressions with more (look-around, back references, Unicode properties), which callers ignore.
 */
export function textMatching(pattern: string, draws: Draws): string | null {
  const reader: Reader = { pattern, at: 0, draws };
  try {
    const text = readAlternatives(reader);
    return reader.at === pattern.length ? text : null;
  } catch (error) {
    // Groups may be nested deeper than the stack.
    if (error instanceof TooClever || error instanceof RangeError) return null;
    throw error;
  }
}

class TooClever extends Error {}

interface Reader {
  readonly pattern: string;
  readonly draws: Draws;
  at: number;
}

/** Generates a text for one atom, new for every repetition. */
type Atom = () => string;

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const digits = [...'0123456789'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const wordCharacters = [...letters, ...letters.map((letter) => letter.toUpperCase()), ...digits, '_'];
/** Repetitions in repetitions reach this soon. */
const longestText = 100_000;
/** An open repetition (`*`, `+`, `{2,}`) adds this many to its least number at most. */
const openRepeats = 4;

/** Reads every alternative to find its end, and draws one. */
function readAlternatives(reader: Reader): string {
  const alternatives = [readSequence(reader)];
  while (peek(reader) === '|') {
    reader.at += 1;
    alternatives.push(readSequence(reader));
  }
  return reader.draws.pick(alternatives);
}

function readSequence(reader: Reader): string {
  let text = '';
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    if (next === '^' || next === '$') {
      reader.at += 1;
      continue;
    }
    const atom = readAtom(reader);
    const count = readCount(reader);
    for (let i = 0; i < count; i++) text += atom();
    if (text.length > longestText) throw new TooClever();
  }
  return text;
}

function readAtom(reader: Reader): Atom {
  const character = take(reader);
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return oneOf(readClass(reader), reader);
    case '\\':
      return oneOf(readEscape(reader), reader);
    case '.':
      return oneOf(letters, reader);
    default:
      return () => character;
  }
}

function readGroup(reader: Reader): Atom {
  if (peek(reader) === '?') {
    if (reader.pattern.startsWith('?:', reader.at)) reader.at += 2;
    else throw new TooClever();
  }
  const start = reader.at;
  const first = readAlternatives(reader);
  const end = reader.at;
  if (take(reader) !== ')') throw new TooClever();
  const inside = reader.pattern.slice(start, end);
  let repeated = false;
  return () => {
    if (!repeated) {
      repeated = true;
      return first;
    }
    return readAlternatives({ pattern: inside, at: 0, draws: reader.draws });
  };
}

function readClass(reader: Reader): readonly string[] {
  const negated = peek(reader) === '^';
  if (negated) reader.at += 1;
  const members = new Set<string>();
  for (let first = take(reader); first !== ']'; first = take(reader)) {
    const from = first === '\\' ? readEscape(reader) : [first];
    const ranged = from.length === 1 && peek(reader) === '-' && reader.pattern[reader.at + 1] !== ']';
    if (ranged) addRange(members, from[0] ?? '', reader);
    else for (const member of from) members.add(member);
  }
  return negated ? printable.filter((character) => !members.has(character)) : [...members];
}

function addRange(members: Set<string>, from: string, reader: Reader): void {
  reader.at += 1;
  const to = take(reader);
  if (to === '\\') throw new TooClever();
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) members.add(String.fromCharCode(code));
}

function readEscape(reader: Reader): readonly string[] {
  const escaped = take(reader);
  switch (escaped) {
    case 'd':
      return digits;
    case 'w':
      return wordCharacters;
    case 's':
      return [' '];
    case 'D':
    case 'S':
      return letters;
    case 'W':
      return ['-'];
    default:
      if (/[A-Za-z0-9]/.test(escaped)) throw new TooClever();
      return [escaped];
  }
}

function readCount(reader: Reader): number {
  const [min, max] = readBounds(reader);
  if (peek(reader) === '?') reader.at += 1; // A lazy repetition matches the same texts.
  return reader.draws.between(min, max);
}

function readBounds(reader: Reader): readonly [number, number] {
  switch (peek(reader)) {
    case '?':
      reader.at += 1;
      return [0, 1];
    case '*':
      reader.at += 1;
      return [0, openRepeats];
    case '+':
      reader.at += 1;
      return [1, 1 + openRepeats];
    case '{': {
      const bounds = /^\{(\d+)(,(\d*))?\}/.exec(reader.pattern.slice(reader.at));
      if (!bounds) throw new TooClever();
      reader.at += bounds[0].length;
      const min = Number(bounds[1]);
      const max = bounds[2] === undefined ? min : bounds[3] ? Number(bounds[3]) : min + openRepeats;
      if (max > 1_000) throw new TooClever();
      return [min, max];
    }
    default:
      return [1, 1];
  }
}

const oneOf =
  (characters: readonly string[], reader: Reader): Atom =>
  () => {
    if (characters.length === 0) throw new TooClever();
    return reader.draws.pick(characters);
  };

const peek = (reader: Reader): string | undefined => reader.pattern[reader.at];

function take(reader: Reader): string {
  const character = peek(reader);
  if (character === undefined) throw new TooClever();
  reader.at += 1;
  return character;
}
