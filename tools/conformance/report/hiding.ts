import { keyIn } from '../exchange.ts';
import type { Run } from '../run.ts';

/** Hides secrets, since reports are passed on: signing secrets, and keys in every form in which they were sent. */
export interface Secrets {
  /** Returns the value of an Authorization header: unchanged without a key, `Bearer …` with one. */
  authorization(value: string): string;
  /** Tells if the value is exactly a key as it should be sent. */
  isKey(authorization: string): boolean;
  /** Returns the whole report with its secrets hidden. */
  hiddenIn(report: string): string;
}

export function secretsOf({ keys, exchanges }: Pick<Run, 'keys' | 'exchanges'>): Secrets {
  const isKey = (authorization: string): boolean => keys.has(keyIn(authorization) ?? '');
  const masks = new Map([...keys].map((key) => [key, '…']));
  for (const { response } of exchanges)
    for (const [, secret = ''] of response.text.matchAll(shownSecret)) masks.set(secret, maskOf(secret));
  const holdsPart = partFinder([...masks.keys()]);
  return {
    authorization: (value) =>
      isKey(value) || value.split(' ').some(holdsPart) ? `${/^\S+(?= )/.exec(value)?.[0] ?? ''} …`.trimStart() : value,
    isKey,
    hiddenIn: (report) => report.replace(longWord, (word) => masks.get(word) ?? (holdsPart(word) ? '…' : word)),
  };
}

/**
 * Returns what tells of a word if it holds a part of a secret. Group F sends keys cut, lengthened, in capitals and as Basic
 * credentials, and a service may repeat in a sentence what it was sent.
 */
function partFinder(secrets: readonly string[]): (word: string) => boolean {
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(`${secret}:`).toString('base64')]);
  const parts = new Set(forms.flatMap(partsOf));
  return (word) => partsOf(word).some((part) => parts.has(part));
}

/** Returns all that is sixteen characters long in a word, in lower case. */
const partsOf = (word: string): readonly string[] => {
  const lower = word.toLowerCase();
  return Array.from({ length: Math.max(0, lower.length - 15) }, (_, from) => lower.slice(from, from + 16));
};

/** The mask fits the secret's schema, so that other programs can compare the exchanges with the document. */
const maskOf = (secret: string): string => secret.slice(-4).padStart(secret.length, '0');

/** Matches a secret shown whole, when it is made. A masked secret has asterisks. */
const shownSecret = /"signingSecret"\s*:\s*"([^"*\s]{16,})"/g;
const longWord = /[\w+/=.-]{16,}/g;
