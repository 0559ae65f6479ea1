import { getResponse, type RequestHandler } from 'msw';
import type { Breaches } from './breaches.ts';
import { controlOperations, healthHandlers, nothingThere } from './control-api.ts';
import { type ControlOperation, operationHandlers } from './control-operations.ts';
import type { Exchanges } from './exchanges.ts';
import { expectationOperations } from './expectation-control-api.ts';
import type { Expectations } from './expectations.ts';
import { faultOperations } from './fault-control-api.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { SessionLimits } from './limits.ts';
import { receiverOperations } from './receiver-control-api.ts';
import type { Receivers } from './receivers/receivers.ts';
import type { TlsReceivers } from './receivers/tls.ts';
import { runOperations } from './run-control-api.ts';
import { newRuns, type RunRequest, type Runs } from './runs.ts';
import { scenarioOperations } from './scenario-control-api.ts';
import type { Scenarios } from './scenarios.ts';
import type { ServiceBeside } from './service-beside.ts';
import type { ServiceProxy } from './service-proxy.ts';
import type { SessionNumbers } from './session-numbers.ts';
import { type SessionWorld, sessionWorld } from './session-world.ts';
import type { StrictAccount } from './strict-account.ts';
import { textOperations } from './text-control-api.ts';
import type { TextScenarios } from './text-scenarios.ts';
import type { Time } from './time.ts';
import { timeOperations } from './time-control-api.ts';
import type { Timeline } from './timeline.ts';
import type { Speed, Timers } from './timers.ts';
import { basicOf } from './twilio/handlers.ts';
import type { InboundText, Received } from './twilio/network.ts';
import type { SimulatedText } from './twilio/texts.ts';
import type { Kept } from './under-way.ts';
import type { SimulatedCall } from './vapi/calls.ts';
import { webhookOperations } from './webhook-control-api.ts';

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
  readonly calls: Kept<SimulatedCall>;
  readonly texts: Kept<SimulatedText>;
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
  /** Answers as the control API. Paths are those of the default session. */
  respond(request: Request): Promise<Response>;
  /** Answers as Vapi and Twilio, and never as the control API: their wires ask for no token. */
  respondAsProvider(request: Request): Promise<Response>;
  /** Tells if a provider takes this key. A request that is played again has the right one. */
  isKey(path: string, authorization: string | undefined): boolean;
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
  /** Limits the wait for the answer to a callback in place of each provider's own limit. */
  readonly callbackMs?: number | undefined;
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
  /** Signs webhooks of the simulator's own, where a request names no other secret. */
  readonly signingSecret: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** Is what the account has in strict mode, or null for an account that has everything. */
  readonly account: StrictAccount | null;
}

/** Makes a session. Throws `BadFile`, `BlockTaken`. */
export function newSession(options: SessionOptions): OpenSession {
  const { name, numbers, baseUrl } = options;
  let seed = options.seed;
  const currentSeed = (): number => seed;
  const under = (address: string): string => (name === null ? address : `${address}/sessions/${name}`);
  const url = (): string => under(baseUrl());
  const world = sessionWorld(options, currentSeed);
  const { timers, records, receivers, faults, scenarios, textScenarios, time } = world;
  const { voice, network, vapiHandlers, twilioHandlers } = world.providers;

  const reset = (): void => {
    world.clear();
    runs.clear();
    records.timeline.clear();
    records.timeline.add('reset');
  };
  const restart = (next: number): void => {
    seed = next;
    reset();
  };
  const ask = async ({ path, contentType, body }: RunRequest): Promise<void> => {
    const headers = { 'content-type': contentType, authorization: authorizationFor(path, options.keys) };
    runs.asked(path, contentType, Buffer.from(body));
    const fault = faults.strikes(path.startsWith('/vapi/') ? 'voice' : 'texts', null);
    if (fault) faults.struck(fault, { method: 'POST', path });
    if (fault && !fault.processed) return;
    await respondAsProvider(new Request(`${baseUrl()}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(1_000) }));
  };
  const runs = newRuns({ seed: currentSeed, receivers, faults, timers, limits: options.limits, restart, ask });
  const respond = answerBy(handlersOfControl({ options, world, runs, seed: currentSeed, url, urlFor: under, reset }));
  const respondAsProvider = answerBy([...vapiHandlers('*/vapi'), ...twilioHandlers('*/twilio')]);

  return {
    ...world.expectations,
    ...records,
    ...{ name, receivers, runs, scenarios, textScenarios, faults, time, timers, numbers, vapiHandlers, twilioHandlers, reset },
    ...{ respond, respondAsProvider },
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
    calls: voice.calls,
    texts: network.texts,
    passToService: world.proxy.pass,
    receiverUrl: (receiver) => `${url()}/receivers/${receiver}`,
    receiveText: (text) => network.receive(text),
    get textInboundUrl() {
      return network.inboundUrl;
    },
    setTextInboundUrl(to) {
      network.inboundUrl = to;
    },
    advance: timers.advance,
    runUntilIdle: timers.runUntilIdle,
    // A call's control URL needs none.
    isKey: (path, authorization) => path.endsWith('/control') || authorization === authorizationFor(path, options.keys),
    end: world.end,
  };
}

interface Handled {
  readonly options: SessionOptions;
  readonly world: SessionWorld;
  readonly runs: Runs;
  readonly seed: () => number;
  readonly url: () => string;
  readonly urlFor: (origin: string) => string;
  readonly reset: () => void;
}

const answerBy =
  (handlers: RequestHandler[]) =>
  async (request: Request): Promise<Response> =>
    (await getResponse(handlers, request)) ?? nothingThere();

function handlersOfControl({ options, world, runs, seed, url, urlFor, reset }: Handled): RequestHandler[] {
  const { records, receivers, scenarios, textScenarios, providers } = world;
  const { voice, network } = providers;
  const { ledger, timeline, exchanges } = records;
  return [
    ...operationHandlers({
      ...controlOperations({ seed, scenarios, textScenarios, voice, ledger, timeline, limits: options.limits, urlFor, reset }),
      ...receiverOperations(receivers, urlFor),
      ...textOperations(network),
      ...timeOperations(world.time),
      ...faultOperations(world.faults, options.tls),
      ...scenarioOperations(world.scenarioFiles),
      ...expectationOperations(world.expectations),
      ...runOperations(runs, exchanges),
      ...webhookOperations(world.ownWebhooks, world.receivers, url),
      ...options.operations,
    }),
    ...healthHandlers,
  ];
}

const authorizationFor = (path: string, keys: ProviderKeys): string =>
  path.startsWith('/vapi/') ? `Bearer ${keys.apiKey}` : basicOf(keys);
