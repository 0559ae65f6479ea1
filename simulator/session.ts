import { getResponse, type RequestHandler } from 'msw';
import { type Breaches, newBreaches } from './breaches.ts';
import { controlHandlers, refusal } from './control-api.ts';
import { type ControlOperation, operationHandlers } from './control-operations.ts';
import { type Exchanges, newExchanges } from './exchanges.ts';
import { expectationOperations } from './expectation-control-api.ts';
import { type Expectations, newExpectations } from './expectations.ts';
import { faultOperations } from './fault-control-api.ts';
import { type Faults, newFaults } from './faults.ts';
import { type Ledger, newLedger } from './ledger/ledger.ts';
import type { SessionLimits } from './limits.ts';
import { publishedContract } from './receivers/event-contract.ts';
import { newReceivers, type Receivers } from './receivers/receivers.ts';
import type { TlsReceivers } from './receivers/tls.ts';
import { runOperations } from './run-control-api.ts';
import { newRuns, type Runs } from './runs.ts';
import { scenarioOperations } from './scenario-control-api.ts';
import { scenarioFilesOf } from './scenario-file.ts';
import { newScenarios, type Scenarios } from './scenarios.ts';
import type { ServiceBeside } from './service-beside.ts';
import { type ServiceProxy, serviceProxy } from './service-proxy.ts';
import type { SessionNumbers } from './session-numbers.ts';
import { textControlHandlers } from './text-control-api.ts';
import { newTextScenarios, type TextScenarios } from './text-scenarios.ts';
import { newTime, type Time } from './time.ts';
import { timeOperations } from './time-control-api.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { type Speed, startTimers, type Timers } from './timers.ts';
import { twilioHandlers } from './twilio/handlers.ts';
import { type InboundText, newTextNetwork, type Received } from './twilio/network.ts';
import type { SimulatedText, Texts } from './twilio/texts.ts';
import { textWebhooks } from './twilio/webhooks.ts';
import { callbackSender } from './vapi/callbacks.ts';
import type { Calls, SimulatedCall } from './vapi/calls.ts';
import { vapiHandlers } from './vapi/handlers.ts';
import { newVoice } from './vapi/voice.ts';

/**
 * The world of one test or one person: two providers with their calls and texts, receivers, faults, a time, and the
 * records of all that. Sessions share only a port and the keys.
 */
export interface Session extends Expectations {
  /** Is null for the default session, which always exists. */
  readonly name: string | null;
  /** Is the address of the control API for this session. */
  readonly url: string;
  /** Is the base URL for a Vapi client. */
  readonly vapiUrl: string;
  /** Is the base URL for a Twilio client, in place of `https://api.twilio.com`. */
  readonly twilioUrl: string;
  readonly seed: number;
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly calls: Calls;
  readonly texts: Texts;
  /** Records requests so that they can be played again. */
  readonly runs: Runs;
  /** Holds the service's breaches of its documents. */
  readonly breaches: Breaches;
  /** Holds the HTTP exchanges. */
  readonly exchanges: Exchanges;
  /** Holds built-in and own scenarios. */
  readonly scenarios: Scenarios;
  readonly textScenarios: TextScenarios;
  /** Holds the faults of links, by chance, by count or for a time. */
  readonly faults: Faults;
  /** Controls the pace of time, and moves it together with a linked service's clock. */
  readonly time: Time;
  /** Returns the URL to register as a webhook endpoint. */
  receiverUrl(name: string): string;
  /**
   * Returns the voice provider's API for msw's `setupServer`, with the same calls and ledger. `base` is like
   * `https://api.vapi.ai`.
   */
  vapiHandlers(base: string): RequestHandler[];
  /** Returns the text provider's API in the same way. `base` is like `https://api.twilio.com`. */
  twilioHandlers(base: string): RequestHandler[];
  /** Sends a text from a contact now. Resolves once the service has answered it. */
  receiveText(text: InboundText): Promise<Received>;
  /** Sets the URL for incoming texts; with null they stay here. */
  setTextInboundUrl(url: string | null): void;
  /** With `speed: 'manual'`, lets this much story time pass step by step. Every callback is answered before the next step. */
  advance(ms: number): Promise<void>;
  /** Continues, or waits, until no story and no delayed answer is left. */
  runUntilIdle(): Promise<void>;
  reset(): void;
}

/** A session with the members that only the simulator itself uses. */
export interface OpenSession extends Session {
  readonly timers: Timers;
  readonly numbers: SessionNumbers | null;
  readonly textInboundUrl: string | null;
  /** Passes a request to the service's public API and records it in this session. */
  readonly passToService: ServiceProxy['pass'];
  /** Answers requests whose paths are those of the default session. */
  respond(request: Request): Promise<Response>;
  /** Forgets everything, and notifies those who wait. */
  end(): Promise<void>;
}

export interface SessionOptions {
  readonly name: string | null;
  /** Holds the session's own numbers; null means all that belong to no other session. */
  readonly numbers: SessionNumbers | null;
  readonly seed: number;
  readonly speed: Speed;
  readonly limits: SessionLimits;
  readonly clock: { now(): Date; realNow(): Date };
  readonly keys: ProviderKeys;
  readonly scenarioFile: string | null;
  readonly textInboundUrl: string | null;
  /** Is the service whose clock moves along when the session's time is moved by hand. */
  readonly beside: ServiceBeside;
  /** Is the service whose public API is served under `/service`. */
  readonly proxied: Pick<ServiceBeside, 'linked'>;
  /** Returns the simulator's address without a session. */
  readonly baseUrl: () => string;
  readonly tls: () => TlsReceivers;
  /** Holds the providers' lists if they show more than the session's own items. */
  readonly listed?: { calls(): readonly SimulatedCall[]; texts(): readonly SimulatedText[] };
  /** Adds operations to those of a session. */
  readonly operations?: Readonly<Record<string, ControlOperation>>;
}

export interface ProviderKeys {
  readonly webhookSecret: string;
  readonly apiKey: string;
  readonly accountSid: string;
  readonly authToken: string;
}

/** Makes a session. Throws `BadScenarioFile`, `BlockTaken`. */
export function newSession(options: SessionOptions): OpenSession {
  const { name, numbers, speed, limits, clock, keys, baseUrl } = options;
  let seed = options.seed;
  const currentSeed = (): number => seed;
  const realNow = (): Date => clock.realNow();
  const now = (): Date => clock.now();
  const url = (): string => (name === null ? baseUrl() : `${baseUrl()}/sessions/${name}`);

  const timers = startTimers(speed);
  const timeline = newTimeline(realNow, limits);
  const ledger = newLedger(limits);
  const breaches = newBreaches(timeline, limits);
  const exchanges = newExchanges(realNow, limits);
  const faults = newFaults({ seed: currentSeed, timers, timeline, limits });
  const time = newTime({ timers, timeline, beside: options.beside });
  const proxy = serviceProxy({ beside: options.proxied, timeline, breaches });
  const receivers = newReceivers({ contract: publishedContract(), timeline, ledger, breaches, realNow, limits });
  const expectations = newExpectations({ receivers, timeline, timers, time, breaches });
  const scenarios = newScenarios(numbers);
  const textScenarios = newTextScenarios(numbers);
  const scenarioFiles = scenarioFilesOf(scenarios, textScenarios);
  if (options.scenarioFile !== null) scenarioFiles.add(options.scenarioFile);
  const told = { realNow, timers, timeline, ledger, breaches, exchanges };
  const callbacks = callbackSender({ webhookSecret: keys.webhookSecret, ...told });
  const webhooks = textWebhooks({ authToken: keys.authToken, ...told });
  const ids = { seed: currentSeed, now, session: name ?? '', limits };
  const voice = newVoice({ ...ids, scenarios, stage: { timers, timeline, ledger, callbacks, baseUrl } });
  const network = newTextNetwork({
    ...ids,
    scenarios: textScenarios,
    inboundUrl: options.textInboundUrl,
    stage: { accountSid: keys.accountSid, timers, timeline, ledger, webhooks },
  });
  const listed = options.listed ?? { calls: () => voice.calls.all(), texts: () => network.texts.all() };

  const reset = (): void => {
    timers.clear();
    voice.clear();
    network.clear();
    receivers.clear();
    ledger.clear();
    faults.clear();
    breaches.clear();
    exchanges.clear();
    runs.clear();
    timeline.clear();
    timeline.add('reset');
  };
  const voiceHandlers = (base: string): RequestHandler[] =>
    vapiHandlers(base, { voice, listed: listed.calls, apiKey: keys.apiKey, timers, timeline });
  const textHandlers = (base: string): RequestHandler[] =>
    twilioHandlers(base, { network, listed: listed.texts, accountSid: keys.accountSid, authToken: keys.authToken, timers, timeline });
  const runs = newRuns({
    seed: currentSeed,
    receivers,
    faults,
    timers,
    limits,
    restart(next) {
      seed = next;
      reset();
    },
    async ask({ path, contentType, body }) {
      const headers = { 'content-type': contentType, authorization: authorizationFor(path, keys) };
      runs.asked(path, contentType, Buffer.from(body));
      await respond(new Request(`${baseUrl()}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(1_000) }));
    },
  });
  // The providers' handlers come first, so that nothing of the control API answers under /vapi and /twilio.
  const handlers = [
    ...voiceHandlers('*/vapi'),
    ...textHandlers('*/twilio'),
    ...textControlHandlers(network),
    ...controlHandlers({ seed: currentSeed, scenarios, textScenarios, voice, receivers, ledger, timeline, limits, url, reset }),
    ...operationHandlers({
      ...timeOperations(time),
      ...faultOperations(faults, options.tls),
      ...scenarioOperations(scenarioFiles),
      ...expectationOperations(expectations),
      ...runOperations(runs, exchanges),
      ...options.operations,
    }),
  ];
  const respond = async (request: Request): Promise<Response> =>
    (await getResponse(handlers, request)) ?? refusal(404, 'not_found', 'There is nothing at this path.');

  return {
    ...expectations,
    name,
    get url() {
      return url();
    },
    get vapiUrl() {
      return `${url()}/vapi`;
    },
    get twilioUrl() {
      return `${url()}/twilio`;
    },
    get seed() {
      return seed;
    },
    receivers,
    ledger,
    timeline,
    calls: voice.calls,
    texts: network.texts,
    runs,
    breaches,
    exchanges,
    scenarios,
    textScenarios,
    faults,
    time,
    timers,
    numbers,
    passToService: proxy.pass,
    receiverUrl: (receiver) => `${url()}/receivers/${receiver}`,
    vapiHandlers: voiceHandlers,
    twilioHandlers: textHandlers,
    receiveText: network.receive,
    get textInboundUrl() {
      return network.inboundUrl;
    },
    setTextInboundUrl(to) {
      network.inboundUrl = to;
    },
    advance: timers.advance,
    runUntilIdle: timers.runUntilIdle,
    reset,
    respond,
    async end() {
      voice.clear();
      network.clear();
      timers.clear();
      timeline.end();
      await Promise.all([callbacks.close(), webhooks.close(), time.close(), proxy.close()]);
    },
  };
}

function authorizationFor(path: string, { apiKey, accountSid, authToken }: ProviderKeys): string {
  if (path.startsWith('/vapi/')) return `Bearer ${apiKey}`;
  return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
}
