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
  const pieces = [...keys].flatMap(piecesOf);
  const isKey = (authorization: string): boolean => keys.has(/^bearer (\S+)$/i.exec(authorization)?.[1] ?? '');
  const masks = new Map([...keys].map((key) => [key, '…']));
  for (const { response } of exchanges)
    for (const [, secret = ''] of response.text.matchAll(shownSecret)) masks.set(secret, maskOf(secret));
  return {
    authorization: (value) =>
      isKey(value) || pieces.some((piece) => value.toLowerCase().includes(piece))
        ? `${/^\S+(?= )/.exec(value)?.[0] ?? ''} …`.trimStart()
        : value,
    isKey,
    hiddenIn: (report) => report.replace(longWord, (word) => masks.get(word) ?? word),
  };
}

/** Group F sends keys cut, lengthened, in capitals and as Basic credentials. */
const piecesOf = (key: string): readonly string[] =>
  [key.slice(0, Math.ceil(key.length / 2)), key.slice(key.length / 2), Buffer.from(`${key}:`).toString('base64').slice(0, 24)].map(
    (piece) => piece.toLowerCase(),
  );

/** The mask fits the secret's schema, so that other programs can compare the exchanges with the document. */
const maskOf = (secret: string): string => secret.slice(-4).padStart(secret.length, '0');

/** Matches a secret shown whole, when it is made. A masked secret has asterisks. */
const shownSecret = /"signingSecret"\s*:\s*"([^"*\s]{16,})"/g;
const longWord = /[\w+/=.-]{16,}/g;
