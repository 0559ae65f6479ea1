import type { Draws } from '../draws.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { timed } from '../script.ts';
import type { TextStep } from '../text-scenarios.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';
import { playSteps } from '../under-way.ts';
import { statusParameters } from './text-object.ts';
import type { SimulatedText, TextStatus } from './texts.ts';
import type { TextWebhook, TextWebhooks } from './webhooks.ts';

/**
 * The environment of a text's story: queued, sent, and delivered or not, each a step at its time, and perhaps a reply.
 * As with calls, a step changes the text, sends its callback and waits for the answer before the next step is
 * scheduled. So callbacks arrive in order at every speed, unless the scenario demands otherwise.
 */
export interface TextStage {
  readonly accountSid: string;
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly webhooks: TextWebhooks;
  /** Sends the contact's reply. */
  reply(text: SimulatedText, body: string, causedBy: number): Promise<void>;
}

type Step = { readonly ms: number } & (
  | {
      readonly happens: 'status';
      readonly status: TextStatus;
      readonly errorCode?: number | null;
      readonly callback?: TextStep['callback'];
    }
  | { readonly happens: 'reply'; readonly body: string }
);

export function playText(text: SimulatedText, stage: TextStage): void {
  /** The callback that the next one is to overtake. */
  let overtaken: TextWebhook | null = null;
  playSteps(text, stepsOf(text), {
    timers: stage.timers,
    async take(step) {
      overtaken = await take(text, step, overtaken, stage);
    },
    ended() {
      text.over = true;
    },
  });
}

/** Returns the times of the story's steps. All draws are made here at once, so that later events cannot change them. */
function stepsOf({ draws, scenario }: SimulatedText): readonly Step[] {
  if (!scenario) return [];
  if (scenario.steps) return scriptSteps(scenario.steps, draws);
  const queued: Step = { ms: draws.between(50, 200), happens: 'status', status: 'queued' };
  if (scenario.ending === 'failed-before-sent')
    return [queued, { ms: queued.ms + draws.between(200, 900), happens: 'status', status: 'failed' }];
  const sent: Step = { ms: queued.ms + draws.between(200, 900), happens: 'status', status: 'sent' };
  const ended: Step = { ms: sent.ms + draws.between(...scenario.travelsMs), happens: 'status', status: scenario.ending };
  if (scenario.reply === null) return [queued, sent, ended];
  return [queued, sent, ended, { ms: ended.ms + draws.between(2_000, 6_000), happens: 'reply', body: scenario.reply }];
}

const scriptSteps = (script: readonly TextStep[], draws: Draws): readonly Step[] =>
  timed(script, draws).flatMap(({ ms, step: { status, errorCode, callback, reply } }): Step[] => [
    ...(status ? [{ ms, happens: 'status' as const, status, errorCode, callback }] : []),
    ...(reply === null ? [] : [{ ms, happens: 'reply' as const, body: reply }]),
  ]);

async function take(text: SimulatedText, step: Step, overtaken: TextWebhook | null, stage: TextStage): Promise<TextWebhook | null> {
  if (step.happens === 'reply') {
    await stage.reply(text, step.body, text.causedBy);
    return null;
  }
  text.ms = step.ms;
  text.status = step.status;
  if (step.status === 'sent') text.sentMs = step.ms;
  if (step.status === 'undelivered' || step.status === 'failed') text.errorCode = step.errorCode ?? text.failsWith;
  if (endsByCarrier(text)) stage.ledger.messages.ended(text.messageId);
  return tell(text, overtaken, stage, timelineState(text, stage), step.callback);
}

/** Tells if the service owes a webhook for the text's end. It owes none for a text that never reached a carrier. */
const endsByCarrier = ({ status, sentMs, errorCode }: SimulatedText): boolean =>
  status === 'delivered' ||
  ((status === 'undelivered' || status === 'failed') && sentMs !== null && !givenBeforeCarrier.has(errorCode ?? 0));

/**
 * Twilio itself stops texts with these codes, whatever the status says: queue overflow, account suspended, segment
 * missing, price too high, too long in the queue, suspected fraud.
 */
const givenBeforeCarrier = new Set([30_001, 30_002, 30_009, 30_010, 30_036, 30_450, 30_453]);

/** Sends a callback, or returns it if the next one is to overtake it. */
async function tell(
  text: SimulatedText,
  overtaken: TextWebhook | null,
  stage: TextStage,
  causedBy: number,
  ownWay: TextStep['callback'] = null,
): Promise<TextWebhook | null> {
  const { webhooks } = stage;
  const callback = callbackOf(text, stage, causedBy);
  if (!callback) return null;
  switch (ownWay ?? text.scenario?.callbacks) {
    case 'never':
      withheld(text, stage, causedBy);
      return null;
    case 'delivered-first':
      if (text.status === 'sent') {
        withheld(text, stage, causedBy);
        return callback;
      }
      await webhooks.send(callback);
      if (overtaken && !isGone(text, stage)) await webhooks.send(overtaken);
      return null;
    case 'twice':
      await webhooks.send(callback);
      if (!isGone(text, stage)) await webhooks.send(callback);
      return null;
    default:
      await webhooks.send(callback);
      return null;
  }
}

/** Tells if a reset has ended the text while a callback was on its way. */
const isGone = ({ era }: SimulatedText, { timers }: TextStage): boolean => era !== timers.era;

function callbackOf(text: SimulatedText, { accountSid }: TextStage, causedBy: number): TextWebhook | null {
  if (text.statusCallback === null) return null;
  const parameters = statusParameters(text, accountSid);
  return {
    text,
    kind: 'text.callback',
    url: text.statusCallback,
    parameters: text.scenario?.callbacks === 'with-more-parameters' ? [...moreParameters, ...parameters] : parameters,
    token: text.draws.uuid(),
    causedBy,
  };
}

/**
 * These are parameters that Twilio might add, in every awkward form: lower case, repeated, empty, non-ASCII, with
 * characters that need escapes.
 */
const moreParameters = [
  ['zone', 'später & more=1'],
  ['Tag', 'b'],
  ['Tag', 'a'],
  ['Tag', 'b'],
  ['Empty', ''],
  ['ChannelPrefix', 'sms'],
] as const;

function withheld(text: SimulatedText, stage: TextStage, causedBy: number): void {
  stage.timeline.add('text.withheld', { causedBy, messageId: text.messageId, providerMessageId: text.sid, status: text.status });
}

function timelineState(text: SimulatedText, stage: TextStage): number {
  return stage.timeline.add('text.state', {
    causedBy: text.causedBy,
    messageId: text.messageId,
    providerMessageId: text.sid,
    state: text.status,
    scenario: text.scenario?.name,
    storySeconds: Math.round(text.ms) / 1_000,
    ...(text.errorCode === null ? {} : { errorCode: text.errorCode }),
  });
}
