import { parseUrl } from '../../src/process/parse-url.ts';

/**
 * A way to answer a request, written as one word: a status (`204`), `delay:9500` or `delay:9500:503` (milliseconds of
 * delay), `delay:100-900` (a random delay), or one of several faults.
 */
export type Answer =
  | { readonly kind: 'status'; readonly status: number; readonly afterMs: number; readonly upToMs?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The body comes in ten pieces over this time. */
  | { readonly kind: 'drip'; readonly overMs: number }
  | { readonly kind: Broken };

const broken = [
  'timeout',
  'reset',
  /** The connection is closed normally without an answer. */
  'close',
  /** A body is announced, half of it is sent, and the connection is closed. */
  'half',
  'endless',
  'garbage',
  'wrong-length',
] as const;
export type Broken = (typeof broken)[number];

export class BadAnswer extends Error {}

const maxDelayMs = 600_000;
/** The address is a cloud's metadata service, to which no redirect may lead. */
const privateAddress = 'http://169.254.169.254/latest/meta-data/';

export function readAnswer(item: string): Answer {
  const word = broken.find((each) => each === item);
  if (word) return { kind: word };
  if (/^\d+$/.test(item)) return { kind: 'status', status: readStatus(item), afterMs: 0 };
  return readDelay(item) ?? readDrip(item) ?? readRedirect(item) ?? refuse(item);
}

function readDelay(item: string): Answer | null {
  const [, from, to, status] = /^delay:(\d+)(?:-(\d+))?(?::(\d+))?$/.exec(item) ?? [];
  if (from === undefined || Number(to ?? from) > maxDelayMs || Number(to ?? from) < Number(from)) return null;
  const late = { kind: 'status', status: readStatus(status ?? '200'), afterMs: Number(from) } as const;
  return to === undefined ? late : { ...late, upToMs: Number(to) };
}

function readDrip(item: string): Answer | null {
  const over = /^drip:(\d+)$/.exec(item)?.[1];
  return over === undefined || Number(over) > maxDelayMs ? null : { kind: 'drip', overMs: Number(over) };
}

function readRedirect(item: string): Answer | null {
  if (item === 'redirect-private') return { kind: 'redirect', to: privateAddress };
  // A header takes only the form in which the address is written out.
  const to = parseUrl(/^redirect:(.+)$/.exec(item)?.[1] ?? '');
  return to && { kind: 'redirect', to: to.href };
}

function refuse(item: string): never {
  throw new BadAnswer(
    `"${item}" is no answer. Use a status, delay:MS, delay:MS-MS or delay:MS:STATUS (at most ${maxDelayMs}), drip:MS, redirect:URL, redirect-private, ${broken.join(', ')}.`,
  );
}

function readStatus(text: string): number {
  const status = Number(text);
  if (status < 200 || status > 599) throw new BadAnswer(`${text} is not a status between 200 and 599.`);
  return status;
}
