import type { components } from '../../src/contract/generated/simulator.ts';
import { type Draws, draws } from '../draws.ts';
import type { Json } from '../json.ts';
import { type Accepted, lateMs } from '../late-answers.ts';
import type { SessionLimits } from '../limits.ts';
import type { Answered } from '../post.ts';
import type { TextAnswer, TextScenarios } from '../text-scenarios.ts';
import { begun, type Kept, keeping } from '../under-way.ts';
import { type Refusal, refusal, refusalOfEnds } from './errors.ts';
import { newOptOuts, type OptOuts, optOutTypeOf } from './opt-out.ts';
import type { SendRequest } from './send-request.ts';
import { playText, type TextStage } from './story.ts';
import { inboundParameters, textObject } from './text-object.ts';
import type { SimulatedText } from './texts.ts';

/**
 * The simulated text network: it accepts a text, looks up the number's scenario, lets the text travel (the ledger
 * counts it) and returns the answer for the caller. It also sends contacts' texts.
 */
export class TextNetwork {
  readonly texts: Kept<SimulatedText>;
  /** Is the URL for incoming texts; with null they stay here. */
  inboundUrl: string | null;
  readonly #options: NetworkOptions;
  readonly #stage: TextStage;
  readonly #optOuts: OptOuts;
  #sequence = 0;

  constructor(options: NetworkOptions) {
    this.texts = keeping(options.limits.texts, ({ sid }) => sid);
    this.inboundUrl = options.inboundUrl;
    this.#options = options;
    this.#optOuts = newOptOuts(options.limits);
    this.#stage = {
      ...options.stage,
      reply: async ({ to, from, messagingServiceSid }, body, causedBy) => {
        await this.#receive({ from: to, to: from, body }, messagingServiceSid, causedBy);
      },
    };
  }

  /** Sends a text. `causedBy` is the timeline entry of the request. */
  send(request: SendRequest, causedBy: number): SendAnswer {
    this.#sequence += 1;
    const { answer } = this.#options.scenarios.of(request.to).scenario;
    const isOptedOut = this.#optOuts.has(request.to, request.from);
    const refused = refusalBy(answer, request) ?? (isOptedOut ? refusalOfEnds(21610, request) : null);
    if (refused) return { kind: 'failure', refusal: refused };
    if (this.texts.isFull) return { kind: 'failure', refusal: tooMany };
    const text = this.#accept(request, causedBy);
    const body = this.view(text);
    playText(text, this.#stage);
    return answerTo(answer, body);
  }

  /** Sends a text from a contact now. Resolves once the service has answered it. */
  receive(inbound: InboundText): Promise<Received> {
    return this.#receive(inbound, null);
  }

  view(text: SimulatedText): Json {
    return textObject(text, this.#stage.accountSid);
  }

  clear(): void {
    this.texts.clear();
    this.#optOuts.clear();
    this.#sequence = 0;
  }

  #accept(request: SendRequest, asked: number): SimulatedText {
    const { scenario, errorCode: failsWith } = this.#options.scenarios.of(request.to);
    const { messageId, from, to } = request;
    const sid = this.#newSid(messageId);
    const detail = { messageId, providerMessageId: sid, from, to, scenario: scenario.name };
    const causedBy = this.#stage.timeline.add('text.accepted', { causedBy: asked, ...detail });
    this.#stage.ledger.messages.begun(messageId, sid);
    const text: SimulatedText = { ...blankText, ...request, sid, scenario, failsWith, draws: this.#draws(), ...this.#begun(causedBy) };
    if (request.messagingServiceSid !== null) text.status = 'accepted';
    this.texts.add(text);
    return text;
  }

  async #receive(inbound: InboundText, messagingServiceSid: string | null, cause?: number): Promise<Received> {
    this.#sequence += 1;
    const { timeline, webhooks, accountSid } = this.#stage;
    const own = this.#draws();
    const sid = this.#newSid(null);
    const { from, to, body } = inbound;
    this.#optOuts.heard(from, to, body);
    const detail = { ...(cause !== undefined && { causedBy: cause }), providerMessageId: sid, from, to };
    const causedBy = timeline.add('text.received', detail);
    const text: SimulatedText = {
      ...blankText,
      ...inbound,
      ...{ sid, direction: 'inbound', messagingServiceSid, draws: own, ...this.#begun(causedBy) },
      ...{ status: 'received', sentMs: 0, over: true },
    };
    this.texts.add(text);
    if (this.inboundUrl === null) {
      timeline.add('text.withheld', { causedBy, providerMessageId: sid, status: 'received' });
      return { text, answered: null };
    }
    // Only a messaging service interprets these words for its owner (Advanced Opt-Out).
    const optOutType = messagingServiceSid === null ? null : optOutTypeOf(body);
    const parameters = inboundParameters(text, accountSid, optOutType);
    const webhook = { text, kind: 'text.inbound', url: this.inboundUrl, parameters, token: own.uuid(), causedBy } as const;
    return { text, answered: await webhooks.send(webhook) };
  }

  #draws(): Draws {
    return draws(this.#options.seed(), `text/${this.#sequence}`);
  }

  /** Without the service's id the time is part of it: a simulator that restarts with its seed beside an old database makes new ids. */
  #newSid(messageId: string | null): string {
    const { seed, session, now } = this.#options;
    const own = draws(seed(), `text-id${session}/${this.#sequence}/${messageId ?? now().toISOString()}`);
    return `SM${own.uuid().replaceAll('-', '')}`;
  }

  #begun(causedBy: number) {
    return begun(this.#stage.timers, this.#options.now(), causedBy);
  }
}

export type SendAnswer = Accepted | { readonly kind: 'failure'; readonly refusal: Refusal };

export type InboundText = components['schemas']['NewInboundText'];

export interface Received {
  readonly text: SimulatedText;
  /** Is null if there is no URL to send it to. */
  readonly answered: Answered | null;
}

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

const blankText = {
  direction: 'outbound-api',
  mediaCount: 0,
  messagingServiceSid: null,
  statusCallback: null,
  messageId: null,
  scenario: null,
  failsWith: null,
  status: 'queued',
  sentMs: null,
  errorCode: null,
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
