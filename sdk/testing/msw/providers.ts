import type { RequestHandler } from 'msw';
import { defaultSessionLimits } from '../../../simulator/limits.ts';
import { serviceBeside } from '../../../simulator/service-beside.ts';
import { newSession, type Session } from '../../../simulator/session.ts';
import type { Speed } from '../../../simulator/timers.ts';

/** Both providers as the simulator plays them, without a listening server. */
export interface MockedProviders
  extends Pick<
    Session,
    'calls' | 'texts' | 'ledger' | 'timeline' | 'receiveText' | 'setTextInboundUrl' | 'advance' | 'runUntilIdle' | 'reset'
  > {
  /** Are passed to msw's `setupServer`. They answer for Vapi's API and Twilio's at their own addresses. */
  readonly handlers: RequestHandler[];
  stop(): Promise<void>;
}

export interface ProvidersOptions {
  readonly vapiUrl?: string;
  readonly twilioUrl?: string;
  /** Is `manual` by default: `advance` and `runUntilIdle` send callbacks. */
  readonly speed?: Speed;
  readonly seed?: number;
  readonly vapiApiKey?: string;
  readonly vapiWebhookSecret?: string;
  readonly twilioAccountSid?: string;
  readonly twilioAuthToken?: string;
}

/**
 * Mocks both providers for programs that implement the other side. Callbacks go over real sockets to the URL that the
 * request named: msw sees only what `fetch` and `node:http` send.
 */
export function mockProviders(options: ProvidersOptions = {}): MockedProviders {
  const { vapiUrl = 'https://api.vapi.ai', twilioUrl = 'https://api.twilio.com', speed = 'manual', seed = 1 } = options;
  const beside = serviceBeside(null);
  const session = newSession({
    name: null,
    numbers: null,
    seed,
    speed,
    limits: defaultSessionLimits,
    clock: { now: () => new Date(), realNow: () => new Date() },
    keys: {
      apiKey: options.vapiApiKey ?? 'simulated',
      signingSecret: 'simulated',
      webhookSecret: options.vapiWebhookSecret ?? 'simulated',
      accountSid: options.twilioAccountSid ?? 'simulated',
      authToken: options.twilioAuthToken ?? 'simulated',
      account: null,
    },
    scenarioFile: null,
    textInboundUrl: null,
    beside,
    proxied: beside,
    baseUrl: () => vapiUrl,
    tls() {
      throw new Error('There are no receivers in process.');
    },
  });
  const { calls, texts, ledger, timeline, receiveText, setTextInboundUrl, advance, runUntilIdle, reset } = session;
  return {
    handlers: [...session.vapiHandlers(vapiUrl), ...session.twilioHandlers(twilioUrl)],
    ...{ calls, texts, ledger, timeline, receiveText, setTextInboundUrl, advance, runUntilIdle, reset },
    stop: session.end,
  };
}
