import { type Draws, draws } from '../draws.ts';
import type { Json } from '../json.ts';
import type { SessionLimits } from '../limits.ts';
import type { TextAnswer, TextScenarios } from '../text-scenarios.ts';
import { type Refusal, refusal, refusalOfEnds } from './errors.ts';
import { newOptOuts, optOutTypeOf } from './opt-out.ts';
import type { SendRequest } from './send-request.ts';
import { playText, type TextStage } from './story.ts';
import { inboundParameters, textObject } from './text-object.ts';
import { newTexts, type SimulatedText, type Texts } from './texts.ts';
import type { Answered } from './webhooks.ts';

/**
 * The simulated text network: it accepts a text, looks up the number's scenario, lets the text travel (the ledger
 * counts it) and returns the answer for the caller. It also sends contacts' texts.
 */
export interface TextNetwork {
  readonly texts: Texts;
  /** Is the URL for incoming texts; with null they stay here. */
  inboundUrl: string | null;
  /** Sends a text. `causedBy` is the timeline entry of the request. */
  send(request: SendRequest, causedBy: number): SendAnswer;
  /** Sends a text from a contact now. Resolves once the service has answered it. */
  receive(inbound: InboundText): Promise<Received>;
  view(text: SimulatedText): Json;
  clear(): void;
}

export type SendAnswer =
  | { readonly kind: 'created'; readonly body: Json; readonly afterMs: number }
  | { readonly kind: 'failure'; readonly refusal: Refusal }
  | { readonly kind: 'silence' };

export interface InboundText {
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

export interface Received {
  readonly text: SimulatedText;
  /** Is null if there is no URL to send it to. */
  readonly answered: Answered | null;
}

/** The delay is longer than the five seconds that a careful caller waits. */
const lateMs = 6_000;

export interface NetworkOptions {
  readonly seed: () => number;
  readonly now: () => Date;
  readonly scenarios: Pick<TextScenarios, 'of'>;
  readonly inboundUrl: string | null;
  readonly stage: Omit<TextStage, 'reply'>;
  /** Is part of every id: two sessions with one seed make different texts. */
  readonly session: string;
  readonly limits: Pick<SessionLimits, 'texts' | 'optOuts'>;
}

export function newTextNetwork({ seed, now, scenarios, inboundUrl, stage: given, session, limits }: NetworkOptions): TextNetwork {
  const texts = newTexts(limits);
  const optOuts = newOptOuts(limits);
  let sequence = 0;

  const stage: TextStage = {
    ...given,
    async reply({ to, from, messagingServiceSid }, body, causedBy) {
      await receive({ from: to, to: from, body }, messagingServiceSid, causedBy);
    },
  };
  const receive = async (inbound: InboundText, messagingServiceSid: string | null, causedBy?: number): Promise<Received> => {
    sequence += 1;
    const own = draws(seed(), `text/${sequence}`);
    // The time is part of the id: a simulator that restarts with its seed beside an old database makes new ids.
    const sid = sidOf(draws(seed(), `text-id${session}/${sequence}/${now().toISOString()}`));
    optOuts.heard(inbound.from, inbound.to, inbound.body);
    const because = stage.timeline.add('text.received', {
      ...(causedBy === undefined ? {} : { causedBy }),
      providerMessageId: sid,
      from: inbound.from,
      to: inbound.to,
    });
    const text: SimulatedText = { ...blankText, ...inbound, sid, direction: 'inbound', messagingServiceSid, draws: own, ...begun(because) };
    text.status = 'received';
    text.sentMs = 0;
    text.over = true;
    texts.add(text);
    const url = network.inboundUrl;
    if (url === null) {
      stage.timeline.add('text.withheld', { causedBy: because, providerMessageId: sid, status: 'received' });
      return { text, answered: null };
    }
    // Only a messaging service interprets these words for its owner (Advanced Opt-Out).
    const optOutType = messagingServiceSid === null ? null : optOutTypeOf(inbound.body);
    const parameters = inboundParameters(text, stage.accountSid, optOutType);
    return {
      text,
      answered: await stage.webhooks.send({ text, kind: 'text.inbound', url, parameters, token: own.uuid(), causedBy: because }),
    };
  };
  const begun = (causedBy: number) => ({ createdAt: now(), createdElapsed: stage.timers.elapsed(), causedBy });

  const accept = (request: SendRequest, asked: number): SimulatedText => {
    const { scenario, errorCode: failsWith } = scenarios.of(request.to);
    const { messageId, from, to } = request;
    const sid = sidOf(draws(seed(), `text-id${session}/${sequence}/${messageId ?? now().toISOString()}`));
    const detail = { messageId, providerMessageId: sid, from, to, scenario: scenario.name };
    const causedBy = stage.timeline.add('text.accepted', { causedBy: asked, ...detail });
    stage.ledger.texted(messageId, sid);
    const text: SimulatedText = {
      ...blankText,
      ...request,
      sid,
      scenario,
      failsWith,
      draws: draws(seed(), `text/${sequence}`),
      ...begun(causedBy),
    };
    if (request.messagingServiceSid !== null) text.status = 'accepted';
    texts.add(text);
    return text;
  };

  const network: TextNetwork = {
    texts,
    inboundUrl,
    send(request, causedBy) {
      sequence += 1;
      const { scenario } = scenarios.of(request.to);
      const refused = refusalBy(scenario.answer, request) ?? (optOuts.has(request.to, request.from) ? refusalOfEnds(21610, request) : null);
      if (refused) return { kind: 'failure', refusal: refused };
      if (texts.isFull) return { kind: 'failure', refusal: tooMany };
      const text = accept(request, causedBy);
      const answer = answerTo(scenario.answer, textObject(text, stage.accountSid));
      playText(text, stage);
      return answer;
    },
    receive: (inbound) => receive(inbound, null),
    view: (text) => textObject(text, stage.accountSid),
    clear() {
      texts.clear();
      optOuts.clear();
      sequence = 0;
    },
  };
  return network;
}

const sidOf = (own: Draws): string => `SM${own.uuid().replaceAll('-', '')}`;

const blankText = {
  direction: 'outbound-api',
  mediaCount: 0,
  messagingServiceSid: null,
  statusCallback: null,
  messageId: null,
  scenario: null,
  failsWith: null,
  status: 'queued',
  ms: 0,
  sentMs: null,
  errorCode: null,
  over: false,
  cancelStep: () => undefined,
} as const;

const tooMany = refusal(20429, 'Too Many Requests');
const serverError = refusal(20500, 'An internal server error has occurred.');

/** Returns the refusal of scenarios in which nothing is sent. */
function refusalBy(answer: TextAnswer, request: SendRequest): Refusal | null {
  switch (answer.kind) {
    case 'refused':
      return refusalOfEnds(answer.code, request);
    case 'rate-limited':
      return tooMany;
    case 'error-before-accepting':
      return serverError;
    case 'accepted':
    case 'accepted-late':
    case 'error-after-accepting':
    case 'silence-after-accepting':
      return null;
  }
}

/** Returns the answer to an accepted text, which may not reach the caller. */
function answerTo(answer: TextAnswer, body: Json): SendAnswer {
  switch (answer.kind) {
    case 'error-after-accepting':
      return { kind: 'failure', refusal: serverError };
    case 'silence-after-accepting':
      return { kind: 'silence' };
    case 'accepted-late':
      return { kind: 'created', body, afterMs: lateMs };
    default:
      return { kind: 'created', body, afterMs: 0 };
  }
}
