import { randomInt } from 'node:crypto';
import { getResponse, type RequestHandler } from 'msw';
import { controlHandlers, refusal } from './control-api.ts';
import { operationHandlers } from './control-operations.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { publishedContract } from './receivers/event-contract.ts';
import { newReceivers, type Receivers, receiverName } from './receivers/receivers.ts';
import { serveReceiver } from './receivers/serve.ts';
import { listen } from './server.ts';
import type { ServiceLink } from './service-clock.ts';
import { textControlHandlers } from './text-control-api.ts';
import { newTime, type Time } from './time.ts';
import { timeOperations } from './time-control-api.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { type Speed, startTimers } from './timers.ts';
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
export interface Simulator {
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
  /** Fixes every draw; a random one, shown as `simulator.seed`, where none is given. */
  readonly seed?: number;
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
  /** Story times begin at `now`; signatures are stamped, and judged, by `realNow`. */
  readonly clock?: { now(): Date; realNow(): Date };
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    port = 0,
    host = '127.0.0.1',
    seed = randomInt(1_000_000_000),
    speed = 1,
    webhookSecret = 'simulated',
    apiKey = 'simulated',
    twilioAccountSid = 'simulated',
    twilioAuthToken = 'simulated',
    textInboundUrl = null,
    service = null,
    clock = wallClock,
  } = options;
  const realNow = (): Date => clock.realNow();
  const timers = startTimers(speed);
  const timeline = newTimeline(realNow);
  const ledger = newLedger();
  const time = newTime({ timers, timeline, service });
  const callbacks = callbackSender({ webhookSecret, realNow, timers, timeline, ledger });
  const receivers = newReceivers({ contract: publishedContract(), timeline, ledger, realNow });
  const baseUrl = (): string => listening.url;
  const voice = newVoice({ seed, now: () => clock.now(), stage: { timers, timeline, ledger, callbacks, baseUrl } });
  const webhooks = textWebhooks({ authToken: twilioAuthToken, timers, timeline, ledger });
  const network = newTextNetwork({
    seed,
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
    ...controlHandlers({ seed, voice, receivers, ledger, timeline, baseUrl, reset }),
    ...operationHandlers(timeOperations(time)),
  ];
  const listening = await listen({
    host,
    port,
    receiverOf,
    respond: async (request) => (await getResponse(handlers, request)) ?? refusal(404, 'not_found', 'There is nothing at this path.'),
    receive: (name, body, message, response) => serveReceiver(name, body, message, response, { receivers, timers }),
  });

  return {
    url: listening.url,
    vapiUrl: `${listening.url}/vapi`,
    twilioUrl: `${listening.url}/twilio`,
    seed,
    receivers,
    ledger,
    timeline,
    calls: voice.calls,
    texts: network.texts,
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
      await Promise.all([listening.close(), callbacks.close(), webhooks.close(), time.close()]);
    },
  };
}

const wallClock = { now: () => new Date(), realNow: () => new Date() };

/** `POST` and `PUT` to `/receivers/{name}` are deliveries; every other request is meant for the simulator itself. */
function receiverOf(method: string, path: string): string | null {
  const name = method === 'POST' || method === 'PUT' ? /^\/receivers\/([^/]+)$/.exec(path)?.[1] : undefined;
  return name !== undefined && receiverName.test(name) ? name : null;
}
