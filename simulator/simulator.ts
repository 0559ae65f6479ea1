import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getResponse, type RequestHandler } from 'msw';
import { giveAnswer } from './answers/give.ts';
import { type Breaches, newBreaches } from './breaches.ts';
import type { LinkedService } from './console/linked-service.ts';
import { newConsole } from './console/serve.ts';
import { controlHandlers, refusal } from './control-api.ts';
import { operationHandlers } from './control-operations.ts';
import { type Exchanges, newExchanges } from './exchanges.ts';
import { expectationOperations } from './expectation-control-api.ts';
import { type Expectations, newExpectations } from './expectations.ts';
import { faultOperations } from './fault-control-api.ts';
import { type Fault, type FaultLink, type Faults, newFaults } from './faults.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { type LoadSettings, newLoad } from './load.ts';
import { publishedContract } from './receivers/event-contract.ts';
import { newReceivers, type Receivers, receiverName } from './receivers/receivers.ts';
import { serveReceiver } from './receivers/serve.ts';
import { type TlsReceivers, tlsReceivers } from './receivers/tls.ts';
import { runOperations } from './run-control-api.ts';
import { newRuns, type Runs } from './runs.ts';
import { scenarioOperations } from './scenario-control-api.ts';
import { readScenarioFile } from './scenario-file.ts';
import { newScenarios, type Scenarios } from './scenarios.ts';
import { listen, listener, type Spoilt } from './server.ts';
import type { ServiceLink } from './service-clock.ts';
import { textControlHandlers } from './text-control-api.ts';
import { newTime, type Time } from './time.ts';
import { timeOperations } from './time-control-api.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { type Speed, startTimers, type Timers } from './timers.ts';
import { twilioHandlers } from './twilio/handlers.ts';
import { type InboundText, newTextNetwork, type Received } from './twilio/network.ts';
import type { Texts } from './twilio/texts.ts';
import { textWebhooks } from './twilio/webhooks.ts';
import { callbackSender } from './vapi/callbacks.ts';
import type { Calls } from './vapi/calls.ts';
import { vapiHandlers } from './vapi/handlers.ts';
import { newVoice } from './vapi/voice.ts';

/**
 * The telephone network and the tenants' endpoints, faked: a voice provider on Vapi's wire under `/vapi`, a text provider
 * on Twilio's under `/twilio`, receivers of webhooks under `/receivers/{name}`, and a ledger that counts for itself what really happened. It depends on the
 * contract's documents alone and can stand beside any deployment.
 */
export interface Simulator extends Expectations {
  readonly url: string;
  /** What a Vapi client takes as its base URL. */
  readonly vapiUrl: string;
  /** What a Twilio client takes as its base URL, in place of `https://api.twilio.com`. */
  readonly twilioUrl: string;
  readonly seed: number;
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly calls: Calls;
  readonly texts: Texts;
  /** What was asked, to be played again. */
  readonly runs: Runs;
  /** Where the service broke its documents. */
  readonly breaches: Breaches;
  /** The HTTP that passed. */
  readonly exchanges: Exchanges;
  /** Those that are built in, and its own. */
  readonly scenarios: Scenarios;
  /** What goes wrong on the way, by chance, by count or for a time. */
  readonly faults: Faults;
  /** The receivers over TLS, with a certificate that may be bad. */
  readonly tls: TlsReceivers;
  /** Its pace, and moving it by hand together with a linked service's clock. */
  readonly time: Time;
  /** The URL to register as a webhook endpoint. */
  receiverUrl(name: string): string;
  /** The provider's API for msw's `setupServer`, in process: same calls, same ledger. `base` as `https://api.vapi.ai`. */
  vapiHandlers(base: string): RequestHandler[];
  /** The same of the text provider. `base` as `https://api.twilio.com`. */
  twilioHandlers(base: string): RequestHandler[];
  /** A contact sends a text, now. Resolves once the service has answered it. */
  receiveText(text: InboundText): Promise<Received>;
  /** Where incoming texts go; null keeps them here. */
  setTextInboundUrl(url: string | null): void;
  /** With `speed: 'manual'`: lets so much story time pass, step by step, every callback answered before the next step. */
  advance(ms: number): Promise<void>;
  /** Goes on, or waits, until no story and no held answer is left. */
  runUntilIdle(): Promise<void>;
  reset(): void;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  /** 0: any free one. */
  readonly port?: number;
  readonly host?: string;
  /** Of the receivers over TLS, once they are asked for. */
  readonly tlsPort?: number;
  /** Fixes every draw; a random one, shown as `simulator.seed`, where none is given. */
  readonly seed?: number;
  /** Own scenarios, in YAML. Throws `BadScenarioFile`. */
  readonly scenarioFile?: string | null;
  /** 1 is real time, 60 a minute a second, Infinity at once, `manual` only by `advance`. */
  readonly speed?: Speed;
  readonly webhookSecret?: string;
  readonly apiKey?: string;
  readonly twilioAccountSid?: string;
  /** What callers of the text side authenticate with, and what signs its callbacks. */
  readonly twilioAuthToken?: string;
  /** Where the numbers' incoming texts go, as a number's configuration at Twilio says. */
  readonly textInboundUrl?: string | null;
  /** Whose clock moves along where `time` is moved by hand. */
  readonly service?: ServiceLink | null;
  /** Bare receivers, a bare voice provider. */
  readonly load?: LoadSettings | null;
  /** What the console places calls and sends texts with; null leaves it to look on. */
  readonly linkedService?: LinkedService | null;
  /** Story times begin at `now`; signatures are stamped, and judged, by `realNow`. */
  readonly clock?: { now(): Date; realNow(): Date };
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    port = 0,
    host = '127.0.0.1',
    tlsPort = 0,
    seed: givenSeed = randomInt(1_000_000_000),
    speed = 1,
    scenarioFile = null,
    webhookSecret = 'simulated',
    apiKey = 'simulated',
    twilioAccountSid = 'simulated',
    twilioAuthToken = 'simulated',
    textInboundUrl = null,
    service = null,
    load: loadSettings = null,
    linkedService = null,
    clock = wallClock,
  } = options;
  let seed = givenSeed;
  const realNow = (): Date => clock.realNow();
  const timers = startTimers(speed);
  const timeline = newTimeline(realNow);
  const ledger = newLedger();
  const faults = newFaults({ seed: () => seed, timers, timeline });
  const time = newTime({ timers, timeline, service });
  const breaches = newBreaches(timeline);
  const exchanges = newExchanges(realNow);
  const callbacks = callbackSender({ webhookSecret, realNow, timers, timeline, ledger, breaches, exchanges });
  const receivers = newReceivers({ contract: publishedContract(), timeline, ledger, breaches, realNow });
  const expectations = newExpectations({ receivers, timeline, timers, time, breaches });
  const scenarios = newScenarios();
  if (scenarioFile !== null) scenarios.add(readScenarioFile(scenarioFile));
  const baseUrl = (): string => listening.url;
  const voice = newVoice({ seed: () => seed, scenarios, now: () => clock.now(), stage: { timers, timeline, ledger, callbacks, baseUrl } });
  const webhooks = textWebhooks({ authToken: twilioAuthToken, timers, timeline, ledger });
  const network = newTextNetwork({
    seed: () => seed,
    now: () => clock.now(),
    inboundUrl: textInboundUrl,
    stage: { accountSid: twilioAccountSid, timers, timeline, ledger, webhooks },
  });

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
  const voiceHandlers = (base: string): RequestHandler[] => vapiHandlers(base, { voice, apiKey, timers, timeline });
  const textHandlers = (base: string): RequestHandler[] =>
    twilioHandlers(base, { network, accountSid: twilioAccountSid, authToken: twilioAuthToken, timers, timeline });
  // The providers' come first: under /vapi and /twilio nothing of the control API may answer.
  const handlers = [
    ...voiceHandlers('*/vapi'),
    ...textHandlers('*/twilio'),
    ...textControlHandlers(network),
    ...controlHandlers({ seed: () => seed, scenarios, voice, receivers, ledger, timeline, baseUrl, reset }),
    ...operationHandlers({
      ...timeOperations(time),
      ...faultOperations(faults, () => tls),
      ...scenarioOperations(scenarios),
      ...expectationOperations(expectations),
      ...runOperations(() => runs, exchanges),
    }),
  ];
  const page = newConsole(host, linkedService);
  const respond = async (request: Request): Promise<Response> =>
    (await page.respond(request)) ?? (await getResponse(handlers, request)) ?? refusal(404, 'not_found', 'There is nothing at this path.');
  const runs = newRuns({
    seed: () => seed,
    receivers,
    faults,
    timers,
    restart(next) {
      seed = next;
      reset();
    },
    async ask({ path, contentType, body }) {
      const basic = Buffer.from(`${twilioAccountSid}:${twilioAuthToken}`).toString('base64');
      const authorization = path.startsWith('/vapi/') ? `Bearer ${apiKey}` : `Basic ${basic}`;
      const headers = { 'content-type': contentType, authorization };
      runs.asked(path, contentType, Buffer.from(body));
      await respond(new Request(`${listening.url}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(1_000) }));
    },
  });
  const load = loadSettings && newLoad({ settings: loadSettings, ledger, apiKey, baseUrl });
  const served = {
    receiverOf,
    respond,
    answers: load?.answers ?? (() => false),
    arrived(message: IncomingMessage, response: ServerResponse, body: Buffer, path: string) {
      const link = providerOf(path);
      if (link !== null || path.startsWith('/receivers/')) exchanges.incoming(message, response, body, `${listening.url}${message.url}`);
      if (link !== null && message.method === 'POST') runs.asked(path, message.headers['content-type'] ?? '', body);
    },
    receive: (name: string, body: Buffer, message: IncomingMessage, response: ServerResponse) =>
      serveReceiver(name, body, message, response, { receivers, faults, timers }),
    spoil(path: string) {
      const link = providerOf(path);
      const fault = link && faults.strikes(link, null);
      return fault ? spoilt(fault, { faults, timers }) : null;
    },
  };
  const listening = await listen({ host, port, ...served });
  const tls = tlsReceivers({ host, port: tlsPort, serve: listener(served), realNow });

  return {
    ...expectations,
    url: listening.url,
    vapiUrl: `${listening.url}/vapi`,
    twilioUrl: `${listening.url}/twilio`,
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
    faults,
    tls,
    time,
    receiverUrl: (name) => `${listening.url}/receivers/${name}`,
    vapiHandlers: voiceHandlers,
    twilioHandlers: textHandlers,
    receiveText: network.receive,
    setTextInboundUrl(url) {
      network.inboundUrl = url;
    },
    advance: timers.advance,
    runUntilIdle: timers.runUntilIdle,
    reset,
    async stop() {
      voice.clear();
      network.clear();
      timers.clear();
      await Promise.all([listening.close(), callbacks.close(), webhooks.close(), time.close(), tls.close(), page.close()]);
    },
  };
}

const wallClock = { now: () => new Date(), realNow: () => new Date() };

/** `POST` and `PUT` to `/receivers/{name}` are deliveries; every other request is meant for the simulator itself. */
function receiverOf(method: string, path: string): string | null {
  const name = method === 'POST' || method === 'PUT' ? /^\/receivers\/([^/]+)$/.exec(path)?.[1] : undefined;
  return name !== undefined && receiverName.test(name) ? name : null;
}

const providerOf = (path: string): FaultLink | null => (path.startsWith('/vapi/') ? 'voice' : path.startsWith('/twilio/') ? 'texts' : null);

/** A provider's answer gone wrong, before or after it did what was asked. */
const spoilt =
  (fault: Fault, { faults, timers }: { readonly faults: Faults; readonly timers: Timers }): Spoilt =>
  async (message, response, properly) => {
    const { answer } = fault;
    const entry = faults.struck(fault, { method: message.method, path: message.url });
    const proper = fault.processed ? await properly() : refused;
    const ownStatus = answer.kind === 'status' && (answer.afterMs === 0 || answer.status !== 200 || !fault.processed);
    giveAnswer(answer, ownStatus ? { ...refused, status: answer.status } : proper, {
      message,
      response,
      timers,
      chance: faults.chance,
      told: (answered) => void faults.told(entry, answered),
    });
  };

const refused = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"message":"A fault of the simulator."}'),
};
