import type { Run } from '../run.ts';

/** Reports are passed on, and whatever opens a door would be as well: keys, in every form that they were sent in, and signing secrets. */
export interface Secrets {
  /** The value of an Authorization header: as it was where it held no key, `Bearer …` where it did. */
  authorization(value: string): string;
  /** Whether it is a key as it should be sent, and nothing else. */
  isKey(authorization: string): boolean;
  /** A whole report, without the secrets that stand in it. */
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

/** Fits the secret's schema, so that other programs can compare the exchanges with the document. */
const maskOf = (secret: string): string => secret.slice(-4).padStart(secret.length, '0');

/** As it is shown when it is made; a masked one has asterisks. */
const shownSecret = /"signingSecret"\s*:\s*"([^"*\s]{16,})"/g;
const longWord = /[\w+/=.-]{16,}/g;
