import { ownScenarios } from './own-scenarios.ts';
import type { ScriptStep } from './script.ts';
import { lastDigits, type SessionNumbers, whichOf } from './session-numbers.ts';

/**
 * A scenario of texts. The destination chooses it: `+1556`, three digits for the scenario, and four free digits. In the
 * blocks that fail, the last two of the three digits choose the code: +1556107xxxx is undelivered with 30007. A number
 * outside every block, including numbers of calls, plays `delivered`.
 */
export interface TextScenario {
  readonly name: string;
  /** Is the three digits after +1556; two dots stand for the last two digits of an error code 300cc. */
  readonly block: string;
  readonly description: string;
  readonly answer: TextAnswer;
  readonly ending: TextEnding;
  readonly callbacks: TextCallbacks;
  /** Is the contact's reply after delivery. */
  readonly reply: string | null;
  /** Is the time from sending to the end, in milliseconds. */
  readonly travelsMs: readonly [number, number];
  /** Holds steps from a user's file, which replace `ending`, `reply` and `travelsMs`. */
  readonly steps: readonly TextStep[] | null;
}

export interface TextStep extends ScriptStep<TextStep> {
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | null;
  /** Is the error code of `undelivered` and `failed`. */
  readonly errorCode: number | null;
  /** Overrides the scenario's setting. */
  readonly callback: 'once' | 'twice' | 'never' | null;
  readonly reply: string | null;
}

/** The result of the request that sends the text, and if a text goes out. */
export type TextAnswer =
  | { readonly kind: 'accepted' }
  /** The answer is 201, but only after six seconds. */
  | { readonly kind: 'accepted-late' }
  /** The text is accepted, then the answer is 500. */
  | { readonly kind: 'error-after-accepting' }
  /** The text is accepted, then no answer is sent. */
  | { readonly kind: 'silence-after-accepting' }
  | { readonly kind: 'error-before-accepting' }
  | { readonly kind: 'rate-limited' }
  /** The request is refused with Twilio's code; nothing is sent. */
  | { readonly kind: 'refused'; readonly code: number };

export type TextEnding =
  | 'delivered'
  /** The text is sent, and the carrier reports that it did not arrive. */
  | 'undelivered'
  /** The text is sent, and then fails. */
  | 'failed'
  /** The text fails before it reaches the carrier. */
  | 'failed-before-sent';

export type TextCallbacks =
  | 'once'
  | 'twice'
  | 'never'
  /** `delivered` arrives before `sent`. */
  | 'delivered-first'
  /** Callbacks have undocumented parameters, one of them repeated. */
  | 'with-more-parameters';

const accepted: TextAnswer = { kind: 'accepted' };

const scenario = (
  block: string,
  name: string,
  description: string,
  differs: Partial<Omit<TextScenario, 'block' | 'name' | 'description'>> = {},
): TextScenario => ({
  answer: accepted,
  ending: 'delivered',
  callbacks: 'once',
  reply: null,
  travelsMs: [1_000, 4_000],
  steps: null,
  ...differs,
  block,
  name,
  description,
});

const refused = (block: string, code: number, description: string): TextScenario =>
  scenario(block, `refused-${code}`, `Twilio answers 400 with ${code}: ${description} Nothing is sent.`, {
    answer: { kind: 'refused', code },
  });

const defaultTextScenario = scenario('001', 'delivered', 'Queued, sent, delivered.');

export const textScenarios: readonly TextScenario[] = [
  defaultTextScenario,
  scenario('002', 'delivered-late', 'Delivered 30 s after it was sent.', { travelsMs: [30_000, 30_000] }),
  scenario('003', 'callbacks-twice', 'Delivered; every callback comes twice, with the same idempotency token.', { callbacks: 'twice' }),
  scenario('004', 'callbacks-out-of-order', 'Delivered; the callback `delivered` comes before `sent`.', { callbacks: 'delivered-first' }),
  scenario('005', 'callbacks-lost', 'Delivered; no callback is ever sent.', { callbacks: 'never' }),
  scenario('006', 'replies', 'Delivered; the contact answers "Yes please, call me on Monday."', {
    reply: 'Yes please, call me on Monday.',
  }),
  scenario('007', 'replies-stop', 'Delivered; the contact answers STOP. The next text from that number is refused with 21610.', {
    reply: 'STOP',
  }),
  scenario('008', 'callbacks-with-more-parameters', 'Delivered; callbacks carry parameters that no document names, one of them twice.', {
    callbacks: 'with-more-parameters',
  }),
  refused('020', 21211, 'the number is not valid.'),
  refused('021', 21610, 'the recipient has opted out.'),
  refused('022', 21614, 'the number cannot receive texts.'),
  scenario('030', 'provider-error-after-accepting', 'Twilio takes the text, then answers 500. The text goes on.', {
    answer: { kind: 'error-after-accepting' },
  }),
  scenario('031', 'provider-timeout-after-accepting', 'Twilio takes the text, then never answers. The text goes on.', {
    answer: { kind: 'silence-after-accepting' },
  }),
  scenario('032', 'provider-error-before-accepting', 'Twilio answers 500 and sends nothing.', {
    answer: { kind: 'error-before-accepting' },
  }),
  scenario('034', 'provider-answers-late', 'Twilio takes the text and answers 201 after 6 s.', { answer: { kind: 'accepted-late' } }),
  scenario('035', 'provider-rate-limits', 'Twilio answers 429 with 20429 and sends nothing.', { answer: { kind: 'rate-limited' } }),
  scenario('1..', 'undelivered', 'Sent; the carrier reports undelivered. The last two digits of the block are those of the code 300cc.', {
    ending: 'undelivered',
  }),
  scenario('2..', 'failed', 'Sent, and then failed, with the code 300cc.', { ending: 'failed' }),
  scenario('3..', 'failed-before-sent', 'Failed with the code 300cc without ever being sent: no carrier saw it.', {
    ending: 'failed-before-sent',
  }),
];

const blockOf = (phoneNumber: string): string | undefined => /^\+1556(\d{3})\d{4}$/.exec(phoneNumber)?.[1];
const byBlock = new Map(textScenarios.map((each) => [each.block, each]));

/** Returns the scenario of a destination and, in the blocks that fail, the error code. */
export function textScenarioOf(phoneNumber: string): { readonly scenario: TextScenario; readonly errorCode: number | null } {
  const block = blockOf(phoneNumber);
  if (block === undefined) return { scenario: defaultTextScenario, errorCode: null };
  const failing = byBlock.get(`${block.slice(0, 1)}..`);
  if (failing) return { scenario: failing, errorCode: 30_000 + Number(block.slice(1)) };
  return { scenario: byBlock.get(block) ?? defaultTextScenario, errorCode: null };
}

/** Returns a number that plays the scenario: `textNumberFor('replies', { which: 7 })` is +15560060007. */
export const textNumberFor = (name: string, which: WhichNumber = {}): string => textNumberAmong(textScenarios, name, which);

export interface WhichNumber {
  readonly which?: number;
  /** Applies to the blocks that fail. */
  readonly errorCode?: number;
}

/** The text scenarios of one session, built-in and own. */
export interface TextScenarios {
  all(): readonly TextScenario[];
  of(phoneNumber: string): { readonly scenario: TextScenario; readonly errorCode: number | null };
  numberFor(name: string, which?: WhichNumber): string;
  /** Returns a function that adds scenarios. One replaces an own one of the same name. Throws `BlockTaken`. */
  toAdd(written: readonly NewTextScenario[]): () => readonly TextScenario[];
}

export type NewTextScenario = Pick<TextScenario, 'name' | 'description' | 'answer' | 'callbacks'> & {
  /** Is null for the first free one. */
  readonly block: string | null;
  readonly steps: readonly TextStep[];
};

export function newTextScenarios(numbers: SessionNumbers | null = null): TextScenarios {
  const { all, ofBlock, toAdd } = ownScenarios<TextScenario, NewTextScenario>(textScenarios, (written, block) => ({
    ...defaultTextScenario,
    ...written,
    block,
  }));
  return {
    all,
    of(phoneNumber) {
      const written = ofBlock(blockOf(phoneNumber));
      return written ? { scenario: written, errorCode: null } : textScenarioOf(phoneNumber);
    },
    numberFor: (name, { which = 0, ...rest } = {}) => textNumberAmong(all(), name, { which: whichOf(numbers, which), ...rest }),
    toAdd,
  };
}

function textNumberAmong(among: readonly TextScenario[], name: string, { which = 0, errorCode = 30_003 }: WhichNumber): string {
  const found = among.find((each) => each.name === name);
  if (!found) throw new Error(`There is no text scenario ${name}. There are ${among.map((each) => each.name).join(', ')}.`);
  if (errorCode < 30_000 || errorCode > 30_099) throw new Error(`The numbers reach the codes 30000 to 30099, not ${errorCode}.`);
  const block = found.block.replace('..', String(errorCode).slice(-2));
  return `+1556${block}${lastDigits(which)}`;
}

/** Returns the first and the last number that play it. */
export const textNumbersOf = ({ block }: TextScenario): { readonly first: string; readonly last: string } => ({
  first: `+1556${block.replace('..', '00')}0000`,
  last: `+1556${block.replace('..', '99')}9999`,
});
