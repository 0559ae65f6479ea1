import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { asyncApiDocument } from '../../../src/contract/documents.ts';
import { spaced } from '../../../tools/check-receiver/events.ts';
import { ageOf, type Event, firstPiece, hmac, isSignedWith, type Steps, secret, signedText } from './receiver.ts';

/** A receiver that is wrong in one way, and the vectors that must say so. */
export interface Mutant {
  readonly what: string;
  /** Makes the wrong steps, with a memory of their own. */
  readonly steps: () => Partial<Steps>;
  readonly caughtBy: readonly string[];
  /** Is true if only what it has processed shows that it is wrong. */
  readonly isSilent?: true;
}

/** The body of every event of the document, by the names of its examples. */
const examplesOf = (event: string): readonly string[] =>
  Object.values(asyncApiDocument().components.messages)
    .filter(({ name }) => name === event)
    .flatMap(({ examples = [] }) => examples.map(({ name }) => `example-${name}`));

const handles =
  (handle: (event: Event) => void): (() => Partial<Steps>) =>
  () => ({ handle });

const crash = (): never => {
  throw new Error('The mutant crashes.');
};

const forged = ['wrong-secret', 'hex-decoded', 'altered-body', 'moved-timestamp', 'after-forgery'];
const stale = ['stale', 'day-old'];
const events = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'];

/** Tells if any value in the JSON is so. */
const some = (value: Event, is: (value: Event, name: string) => boolean, name = ''): boolean =>
  is(value, name) || (typeof value === 'object' && value !== null && Object.entries(value).some(([key, inner]) => some(inner, is, key)));

const outcomes = ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'NO_ANSWER'];

export const mutants: readonly Mutant[] = [
  {
    what: 'accepts anything',
    steps: () => ({ lacking: () => 204, isSigned: () => true, isFresh: () => true }),
    caughtBy: [
      ...forged,
      ...stale,
      'empty-secret',
      'reserialised',
      'respaced',
      'blank-signature',
      'no-scheme',
      'other-scheme',
      'doubled-scheme',
      'body-only',
      'cut-signature',
      'empty-signature',
      'no-signature',
      'no-timestamp',
    ],
  },
  {
    what: 'decodes the secret from hex',
    steps: () => ({ isSigned: (given, [at = ''], body) => given.endsWith(hmac(signedText(at, body), Buffer.from(secret, 'hex'))) }),
    caughtBy: ['hex-decoded', ...events.flatMap(examplesOf)],
  },
  {
    what: 'verifies the body parsed and written again',
    steps: () => ({
      isSigned: (given, [at = ''], body) => given.endsWith(hmac(signedText(at, Buffer.from(JSON.stringify(JSON.parse(body.toString())))))),
    }),
    caughtBy: ['odd-bytes', 'reserialised'],
  },
  {
    what: 'compares lengths in characters before it compares bytes',
    steps: () => ({
      isSigned(given, [at = ''], body) {
        const expected = `sha256=${hmac(signedText(at, body))}`;
        return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
      },
    }),
    caughtBy: ['wide-signature'],
  },
  {
    what: 'also accepts an empty secret',
    steps: () => ({
      isSigned: (given, [at = ''], body) => [hmac(signedText(at, body)), hmac(signedText(at, body), '')].includes(given.slice(7)),
    }),
    caughtBy: ['empty-secret'],
  },
  {
    what: 'also accepts a signature of the body alone',
    steps: () => ({ isSigned: (given, [at = ''], body) => [hmac(signedText(at, body)), hmac(body)].includes(given.slice(7)) }),
    caughtBy: ['body-only'],
  },
  {
    what: 'compares as many digits as it is given',
    steps: () => ({ isSigned: (given, [at = ''], body) => `sha256=${hmac(signedText(at, body))}`.startsWith(given) }),
    caughtBy: ['cut-signature', 'empty-signature'],
  },
  {
    what: 'also accepts the body written again with spaces',
    steps: () => ({
      isSigned: (given, [at = ''], body) =>
        [body, spaced(JSON.parse(body.toString()))].some((bytes) => given === `sha256=${hmac(signedText(at, bytes))}`),
    }),
    caughtBy: ['respaced'],
  },
  {
    what: 'verifies a signature only if there is something in it',
    steps: () => ({ isSigned: (given, [at = ''], body) => given === '' || given === `sha256=${hmac(signedText(at, body))}` }),
    caughtBy: ['blank-signature'],
  },
  {
    what: 'verifies a signature only if it knows its scheme',
    steps: () => ({
      isSigned: (given, [at = ''], body) => !given.startsWith('sha256=') || given === `sha256=${hmac(signedText(at, body))}`,
    }),
    caughtBy: ['no-scheme', 'other-scheme', 'blank-signature'],
  },
  {
    what: 'looks at the last digits of a signature alone',
    steps: () => ({ isSigned: (given, [at = ''], body) => given.endsWith(hmac(signedText(at, body))) }),
    caughtBy: ['other-scheme', 'doubled-scheme'],
  },
  {
    what: 'accepts one secret alone',
    steps: () => ({ isSigned: (...given) => isSignedWith([secret], ...given) }),
    caughtBy: ['second-secret'],
  },
  {
    what: 'takes 0 for no timestamp',
    steps: () => ({ isFresh: ([at = '']) => !Number(at) || Math.abs(ageOf(at)) <= 300 }),
    caughtBy: ['zero', 'no-number'],
  },
  {
    what: 'verifies a body without the white space at its end',
    steps: () => ({
      isSigned: (given, [at = ''], body) => given === `sha256=${hmac(signedText(at, Buffer.from(body.toString().trimEnd())))}`,
    }),
    caughtBy: ['line-at-end'],
  },
  {
    what: 'ignores the timestamp',
    steps: () => ({ isFresh: () => true }),
    caughtBy: [...stale, 'future', 'milliseconds', 'zero', 'no-number'],
  },
  { what: 'accepts a future time', steps: () => ({ isFresh: ([at = '']) => ageOf(at) <= 300 }), caughtBy: ['future', 'milliseconds'] },
  {
    what: 'takes what is no number for fresh',
    steps: () => ({ isFresh: ([at = '']) => !(Math.abs(ageOf(at)) > 300) }),
    caughtBy: ['no-number'],
  },
  {
    what: 'understands milliseconds too',
    steps: () => ({ isFresh: ([at = '']) => Math.abs(ageOf(at.slice(0, 10))) <= 300 }),
    caughtBy: ['milliseconds'],
  },
  { what: 'allows one minute', steps: () => ({ isFresh: ([at = '']) => Math.abs(ageOf(at)) <= 60 }), caughtBy: ['late', 'ahead'] },
  {
    what: 'verifies the first timestamp and takes the age of the last',
    steps: () => ({
      isSigned: (given, [at = ''], body) => given.endsWith(hmac(signedText(at, body))),
      isFresh: (timestamps) => Math.abs(ageOf(timestamps.at(-1) ?? '')) <= 300,
    }),
    caughtBy: ['stale-then-fresh'],
  },
  {
    what: 'verifies the last timestamp and takes the age of the first',
    steps: () => ({
      isSigned: (given, timestamps, body) => given.endsWith(hmac(signedText(timestamps.at(-1) ?? '', body))),
    }),
    caughtBy: ['fresh-then-stale'],
  },
  {
    what: 'knows headers in one case alone',
    steps: () => ({ header: exactly }),
    caughtBy: ['upper-case', 'lower-case'],
  },
  {
    what: 'breaks on a header that comes twice',
    steps: () => ({ header: (request, name) => single(request.headersDistinct[name.toLowerCase()] ?? []) }),
    caughtBy: ['two-signatures'],
  },
  { what: 'breaks without an id', steps: () => ({ takesNoId: false }), caughtBy: ['no-id'] },
  {
    what: 'crashes on unknown fields',
    steps: handles((event) => some(event, (_value, name) => name === 'x_new') && crash()),
    caughtBy: [...events.map((event) => `unknown-fields-${event}`), 'odd-bytes'],
  },
  {
    what: 'crashes on null',
    steps: handles(({ data }) => {
      for (const name of ['notes', 'contact_id', 'leadId']) if (data[name] === null) crash();
    }),
    caughtBy: ['nulls-call.completed', 'nulls-sms.received', 'nulls-sms.delivered', 'nulls-sms.failed', 'nulls-lead.qualified'],
  },
  {
    what: 'needs the fields that may be missing',
    steps: handles(({ event, data }) => {
      if (event === 'call.completed') data.metadata.toString();
      if (event === 'lead.qualified') (data.origin === 'ai_call' ? data.metadata : data.property).toString();
    }),
    caughtBy: ['absent-call.completed', 'absent-lead.qualified', 'absent-lead.qualified-2', 'example-dialer'],
  },
  {
    what: 'refuses 10,000 characters',
    steps: handles(({ data }) => data.transcript?.length >= 10_000 && crash()),
    caughtBy: ['transcript', 'transcript-emoji'],
  },
  {
    what: 'takes bodies up to 100 kB',
    steps: () => ({ first: (request) => (Number(request.headers['content-length']) > 100_000 ? 413 : undefined) }),
    caughtBy: ['largest'],
  },
  {
    what: 'takes bodies up to 30 kB',
    steps: () => ({ first: (request) => (Number(request.headers['content-length']) > 30_000 ? 413 : undefined) }),
    caughtBy: ['transcript-emoji', 'largest'],
  },
  {
    what: 'crashes on an outcome that is new',
    steps: handles(({ event, data }) => event === 'call.completed' && !outcomes.includes(data.outcome) && crash()),
    caughtBy: ['unknown-outcome'],
  },
  {
    what: 'crashes on an error code that is new',
    steps: handles(({ data }) => 'error_code' in data && Number.isNaN(Number(data.error_code)) && crash()),
    caughtBy: ['unknown-error-code'],
  },
  { what: 'refuses an event that is new', steps: handles(({ event }) => !events.includes(event) && crash()), caughtBy: ['unknown-event'] },
  {
    what: 'answers 500 to what it knows already',
    steps: () => ({ again: () => 500 }),
    caughtBy: ['twice', 'signed-again', 'twice-at-once'],
  },
  {
    what: 'processes again what it knows already',
    steps: () => ({ again: () => undefined }),
    caughtBy: ['twice', 'signed-again', 'twice-at-once'],
    isSilent: true,
  },
  {
    what: 'remembers an id before it verifies, and answers 204 without a look at the rest',
    steps: () => {
      const known = new Set<string>();
      return { beforeVerifying: (id) => (known.has(id) ? 204 : void known.add(id)) };
    },
    caughtBy: ['after-forgery'],
    isSilent: true,
  },
  {
    what: 'remembers an id before it handles the event',
    steps: () => ({ remembersEarly: true }),
    caughtBy: ['after-failure'],
    isSilent: true,
  },
  {
    what: 'remembers an id when its headers come',
    steps: () => {
      const begun = new Set<unknown>();
      return {
        first(request) {
          const id = request.headers['x-webhook-delivery-id'];
          if (begun.has(id)) return 409;
          begun.add(id);
          return undefined;
        },
      };
    },
    caughtBy: ['after-break', 'twice', 'after-failure'],
  },
  {
    what: 'refuses what happened before what it has seen',
    steps: () => {
      let newest = '';
      return {
        handle({ timestamp }) {
          if (timestamp < newest) crash();
          newest = timestamp;
        },
      };
    },
    caughtBy: ['out-of-order'],
  },
  { what: 'breaks on a PUT', steps: () => ({ first: ({ method }) => (method === 'PUT' ? 500 : undefined) }), caughtBy: ['put'] },
  { what: 'reads the first piece of a body', steps: () => ({ read: firstPiece }), caughtBy: ['pieces'] },
  {
    what: 'serves ten connections',
    steps: () => {
      const open = new Set<unknown>();
      return { first: ({ socket }) => (open.add(socket).size > 10 ? 503 : undefined) };
    },
    caughtBy: ['at-once'],
  },
];

const exactly = ({ rawHeaders }: IncomingMessage, name: string): readonly string[] =>
  rawHeaders.flatMap((each, index) => (index % 2 === 0 && each === name ? [rawHeaders[index + 1] ?? ''] : []));

const single = (values: readonly string[]): readonly string[] => (values.length > 1 ? crash() : values);
