import { isUtf8 } from 'node:buffer';
import { repeatsName } from '../contract/json-members.ts';
import { invalidRequest } from '../errors.ts';

/**
 * Bytes to JSON that the rest of the service can hold: UTF-8, finite doubles, no U+0000 and no lone surrogate (neither
 * has a place in PostgreSQL's text), not nested so deeply that a recursive function would run out of stack, and no name
 * twice in an object, where readers differ on which counts. Keys such as `__proto__` are plain data to `JSON.parse`, and
 * stay so.
 */
export function parseJson(bytes: Buffer): { value: unknown; text: string } {
  if (!isUtf8(bytes)) throw invalidBody('is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (mayHoldTrouble(text)) refuseTrouble(value);
  // After the depth has been looked at: this goes down recursively.
  if (repeatsName(text, value)) throw invalidBody('has an object with the same name twice');
  return { value, text };
}

/** Chosen: far beyond what anyone means, well within what `JSON.stringify` can take on a small stack. */
export const maxDepth = 1_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('is not valid JSON');
  }
}

/** Only an escape can bring in what is not a character, only an exponent or 300 digits an infinite number, only many brackets depth. */
const mayHoldTrouble = (text: string): boolean => text.length > 2 * maxDepth || /\\u|\d[eE]|\d{300}/.test(text);

/** Goes through all of it without recursion, because depth is one of the things it looks for. */
function refuseTrouble(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw invalidBody(`is nested more than ${maxDepth} levels deep`);
    const next: unknown[] = [];
    for (const value of level) look(value, next);
    level = next;
  }
}

function look(value: unknown, next: unknown[]): void {
  if (typeof value === 'string') refuseText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidBody('holds a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) next.push(item);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    refuseText(key);
    next.push(item);
  }
}

function refuseText(text: string): void {
  if (/\0|\p{Surrogate}/u.test(text)) throw invalidBody('holds U+0000 or half of a surrogate pair, which are not text');
}

const invalidBody = (message: string) => invalidRequest(`The request body ${message}.`, [{ path: '/body', message }]);
