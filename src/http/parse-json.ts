import { isUtf8 } from 'node:buffer';
import { hasMoreParts, type MostParts, repeatsName } from '../contract/json-members.ts';
import { invalidRequest } from '../errors.ts';

/**
 * Parses JSON that the rest of the service can hold. It must be UTF-8 with finite doubles, and without U+0000 and lone
 * surrogates, which PostgreSQL's text cannot store. It must not be nested so deeply that a recursive function would
 * overflow the stack, and no object may have a name twice, because parsers differ on which value counts. Keys such as
 * `__proto__` are plain data to `JSON.parse`. A body of `[],[],` takes a hundred times as long as a text of its length, so its objects,
 * arrays and members are counted before anything is made of them.
 */
export function parseJson(bytes: Buffer, most: MostParts): { value: unknown; text: string } {
  if (!isUtf8(bytes)) throw invalidBody('is not valid UTF-8');
  const text = bytes.toString('utf8');
  if (hasMoreParts(text, most))
    throw invalidBody(`has more than ${most.members} members of objects, or more than ${most.all} objects, arrays and members together`);
  const value = parse(text);
  if (mayHoldTrouble(text)) refuseTrouble(value);
  // The check is recursive, so it runs after the check of the depth.
  if (repeatsName(text, value)) throw invalidBody('has an object with the same name twice');
  return { value, text };
}

/** The limit is far beyond real data, and well within what `JSON.stringify` can take on a small stack. */
const maxDepth = 1_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('is not valid JSON');
  }
}

/**
 * Tells if the full check is needed: only an escape can yield an invalid character, only an exponent of three digits or 200
 * digits in a row an infinite number, and only many brackets depth. Digits are counted from the first of a row alone: counting from each
 * would take a hundred times as long.
 */
const mayHoldTrouble = (text: string): boolean => /\\u|\d[eE]\+?\d{3}|(?<!\d)\d{200}/.test(text) || mayBeTooDeep(text);

function mayBeTooDeep(text: string): boolean {
  if (text.length <= 2 * maxDepth) return false;
  let brackets = 0;
  for (const _ of text.matchAll(/[[{]/g)) if (++brackets > maxDepth) return true;
  return false;
}

/** Visits all values without recursion, because it also checks the depth. */
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
