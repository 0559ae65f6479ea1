import { ownScenarios } from './own-scenarios.ts';
import type { ScriptStep } from './script.ts';
import { lastDigits, type SessionNumbers, whichOf } from './session-numbers.ts';
import type { Said } from './speech.ts';

/**
 * A scenario of calls. The number called chooses it: `+1555`, three digits for the scenario, and four free digits. Each
 * block has ten thousand numbers, so that parallel tests need not share one. A number outside every block plays
 * `answered-interested`.
 */
export interface Scenario {
  readonly name: string;
  /** Is the three digits after +1555. */
  readonly block: string;
  readonly description: string;
  readonly placement: Placement;
  readonly story: Story;
  readonly callbacks: Callbacks;
}

/** The result of the request that places the call, and if a telephone rings. */
export type Placement =
  | 'accepted'
  /** The answer is 201, but only after six seconds. */
  | 'accepted-late'
  /** The telephone is dialled, then the answer is 500. */
  | 'error-after-dialling'
  /** The telephone is dialled, then no answer is sent. */
  | 'silence-after-dialling'
  | 'error-before-dialling'
  | 'refused'
  | 'rate-limited';

export type Story =
  | {
      readonly kind: 'conversation';
      readonly outcome: string;
      readonly analysis: 'complete' | 'missing-field' | 'timed-out';
      readonly transcript: 'short' | 'cut-through-an-emoji' | 'broken-off' | 'silence';
      readonly ends: ConversationEnd;
    }
  | { readonly kind: 'voicemail' }
  /** A script comes from a user's file. */
  | { readonly kind: 'script'; readonly outcome: string; readonly steps: readonly CallStep[] }
  | { readonly kind: 'unanswered'; readonly ringsMs: readonly [number, number]; readonly endedReason: string };

export interface CallStep extends ScriptStep<CallStep> {
  readonly state: 'ringing' | 'answered' | 'ended' | 'reported' | null;
  readonly reason: string | null;
  /** Overrides the scenario's setting. */
  readonly callback: 'once' | 'twice' | 'never' | null;
  readonly lines: readonly Said[];
}

export type ConversationEnd =
  | 'hangs-up'
  /** The line breaks in the middle of a sentence. */
  | 'drops'
  /** Nobody speaks until the assistant gives up. */
  | 'silence-limit'
  /** The call lasts until `maxDurationSeconds`. */
  | 'duration-limit'
  /** The call never ends, whatever `maxDurationSeconds` says. */
  | 'never';

export type Callbacks =
  | 'once'
  | 'twice'
  | 'never'
  /** All callbacks come at the end, the last one first. */
  | 'backwards'
  /** Each callback comes 90 s after what it reports. */
  | 'late';

type Conversation = Extract<Story, { kind: 'conversation' }>;

const conversation = (outcome: string, differs: Partial<Conversation> = {}): Conversation => ({
  kind: 'conversation',
  outcome,
  analysis: 'complete',
  transcript: 'short',
  ends: 'hangs-up',
  ...differs,
});

const scenario = (
  block: string,
  name: string,
  description: string,
  story: Story,
  differs: Partial<Pick<Scenario, 'placement' | 'callbacks'>> = {},
): Scenario => ({ block, name, description, story, placement: 'accepted', callbacks: 'once', ...differs });

const interested = conversation('INTERESTED');

const defaultScenario = scenario('001', 'answered-interested', 'Answers, is interested, hangs up.', interested);

export const scenarios: readonly Scenario[] = [
  defaultScenario,
  scenario('002', 'answered-not-interested', 'Answers and is not interested.', conversation('NOT_INTERESTED')),
  scenario('003', 'callback-requested', 'Answers and asks to be called back; `callback` says when.', conversation('CALLBACK')),
  scenario('004', 'do-not-call', 'Answers and asks never to be called again.', conversation('DNC')),
  scenario('005', 'wrong-number', 'Answers; nobody of that name lives there.', conversation('WRONG_NUMBER')),
  scenario('006', 'not-the-owner', 'Answers; is not the owner.', conversation('NOT_OWNER')),
  scenario('010', 'no-answer', 'Rings for some 20 s; nobody answers.', {
    kind: 'unanswered',
    ringsMs: [18_000, 25_000],
    endedReason: 'customer-did-not-answer',
  }),
  scenario('011', 'busy', 'The line is busy.', { kind: 'unanswered', ringsMs: [1_000, 3_000], endedReason: 'customer-busy' }),
  scenario('012', 'voicemail', 'A machine answers.', { kind: 'voicemail' }),
  scenario('013', 'carrier-error', 'The carrier cannot connect the call.', {
    kind: 'unanswered',
    ringsMs: [500, 1_500],
    endedReason: 'twilio-failed-to-connect-call',
  }),
  scenario('014', 'declined', 'Rings a few seconds; the call is declined.', {
    kind: 'unanswered',
    ringsMs: [2_000, 6_000],
    endedReason: 'vonage-rejected',
  }),
  scenario('015', 'invalid-number', 'The carrier does not know the number.', {
    kind: 'unanswered',
    ringsMs: [500, 1_500],
    endedReason: 'twilio-reported-customer-misdialed',
  }),
  scenario(
    '016',
    'drops-mid-call',
    'Answers, and the line dies in the middle of a sentence.',
    conversation('INTERESTED', { transcript: 'broken-off', ends: 'drops' }),
  ),
  scenario(
    '017',
    'silent-until-limit',
    'Answers and never says a word, until silenceTimeoutSeconds are over (30, unless the call says otherwise).',
    conversation('NOT_INTERESTED', { transcript: 'silence', ends: 'silence-limit' }),
  ),
  scenario(
    '018',
    'talks-until-limit',
    'Answers and talks until maxDurationSeconds are over (600, unless the call says otherwise).',
    conversation('INTERESTED', { ends: 'duration-limit' }),
  ),
  scenario(
    '020',
    'extraction-missing-field',
    'Interested; the extraction lacks the first field that the schema requires.',
    conversation('INTERESTED', { analysis: 'missing-field' }),
  ),
  scenario(
    '021',
    'extraction-timed-out',
    'Interested; the analysis comes back empty.',
    conversation('INTERESTED', { analysis: 'timed-out' }),
  ),
  scenario(
    '022',
    'long-transcript',
    'A transcript of 10,001 characters, with an emoji on the place where a webhook must cut it.',
    conversation('INTERESTED', { transcript: 'cut-through-an-emoji' }),
  ),
  scenario('030', 'provider-error-after-dialling', 'The provider dials, then answers 500. The call goes on.', interested, {
    placement: 'error-after-dialling',
  }),
  scenario('031', 'provider-timeout-after-dialling', 'The provider dials, then never answers. The call goes on.', interested, {
    placement: 'silence-after-dialling',
  }),
  scenario('032', 'provider-error-before-dialling', 'The provider answers 500 and dials nobody.', interested, {
    placement: 'error-before-dialling',
  }),
  scenario('033', 'provider-refuses', 'The provider answers 400 and dials nobody.', interested, { placement: 'refused' }),
  scenario('034', 'provider-answers-late', 'The provider dials and answers 201 after 6 s.', interested, { placement: 'accepted-late' }),
  scenario('035', 'provider-rate-limits', 'The provider answers 429 with Retry-After: 1 and dials nobody.', interested, {
    placement: 'rate-limited',
  }),
  scenario('040', 'callbacks-lost', 'Interested; no callback is ever sent.', interested, { callbacks: 'never' }),
  scenario('041', 'callbacks-twice', 'Interested; every callback is sent twice.', interested, { callbacks: 'twice' }),
  scenario('042', 'callbacks-out-of-order', 'Interested; the callbacks come at the end, the last one first.', interested, {
    callbacks: 'backwards',
  }),
  scenario(
    '043',
    'never-ends',
    'Answers and talks for ever, whatever maxDurationSeconds says. Only end-call ends it.',
    conversation('INTERESTED', { ends: 'never' }),
  ),
  scenario('044', 'callbacks-late', 'Interested; every callback comes 90 s late.', interested, { callbacks: 'late' }),
];

const byBlock = new Map(scenarios.map((each) => [each.block, each]));
const blockOf = (phoneNumber: string): string | undefined => /^\+1555(\d{3})\d{4}$/.exec(phoneNumber)?.[1];

export function scenarioOf(phoneNumber: string): Scenario {
  return byBlock.get(blockOf(phoneNumber) ?? '') ?? defaultScenario;
}

/** Returns a number that plays the scenario: `numberFor('busy', 7)` is +15550110007. Throws for one that is not from 0 to 9999. */
export const numberFor = (name: string, which = 0): string => numberAmong(scenarios, name, which);

/** The scenarios of one simulator, built-in and own. */
export interface Scenarios {
  all(): readonly Scenario[];
  of(phoneNumber: string): Scenario;
  numberFor(name: string, which?: number): string;
  /** Returns a function that adds scenarios. One replaces an own one of the same name. Throws `BlockTaken`. */
  toAdd(written: readonly NewScenario[]): () => readonly Scenario[];
}

export type NewScenario = Omit<Scenario, 'block' | 'story'> & {
  readonly block: string | null;
  readonly outcome: string;
  readonly steps: readonly CallStep[];
};

export function newScenarios(numbers: SessionNumbers | null = null): Scenarios {
  const { all, ofBlock, toAdd } = ownScenarios<Scenario, NewScenario>(scenarios, ({ outcome, steps, ...each }, block) => ({
    ...each,
    block,
    story: { kind: 'script', outcome, steps },
  }));
  return {
    all,
    of: (phoneNumber) => ofBlock(blockOf(phoneNumber)) ?? scenarioOf(phoneNumber),
    numberFor: (name, which = 0) => numberAmong(all(), name, whichOf(numbers, which)),
    toAdd,
  };
}

function numberAmong(among: readonly Scenario[], name: string, which: number): string {
  const found = among.find((each) => each.name === name);
  if (!found) throw new Error(`There is no scenario ${name}. There are ${among.map((each) => each.name).join(', ')}.`);
  return `+1555${found.block}${lastDigits(which)}`;
}
