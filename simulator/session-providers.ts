import type { RequestHandler } from 'msw';
import type { Scenarios } from './scenarios.ts';
import type { SessionOptions } from './session.ts';
import type { SessionRecords } from './session-records.ts';
import type { TextScenarios } from './text-scenarios.ts';
import type { Timers } from './timers.ts';
import { twilioHandlers } from './twilio/handlers.ts';
import { TextNetwork } from './twilio/network.ts';
import { textWebhooks } from './twilio/webhooks.ts';
import { callbackSender } from './vapi/callbacks.ts';
import { addressesAt } from './vapi/calls.ts';
import { vapiHandlers } from './vapi/handlers.ts';
import { newVoice, type Voice } from './vapi/voice.ts';

/** The two providers of a session, for calls and for texts, with what they send to the service. */
export interface SessionProviders {
  readonly voice: Voice;
  readonly network: TextNetwork;
  vapiHandlers(base: string): RequestHandler[];
  twilioHandlers(base: string): RequestHandler[];
  clear(): void;
  close(): Promise<void>;
}

export interface ProvidersOptions {
  readonly options: SessionOptions;
  readonly seed: () => number;
  readonly timers: Timers;
  readonly records: SessionRecords;
  readonly scenarios: Scenarios;
  readonly textScenarios: TextScenarios;
}

export function sessionProviders({ options, seed, timers, records, scenarios, textScenarios }: ProvidersOptions): SessionProviders {
  const { clock, keys, callbackMs, limits } = options;
  const { timeline, ledger } = records;
  const told = { realNow: () => clock.realNow(), timeoutMs: callbackMs, timers, ...records };
  const callbacks = callbackSender({ webhookSecret: keys.webhookSecret, account: keys.account, ...told });
  const webhooks = textWebhooks({ authToken: keys.authToken, ...told });
  const ids = { seed, now: () => clock.now(), session: options.name ?? '', limits };
  const voice = newVoice({ ...ids, scenarios, stage: { timers, timeline, ledger, callbacks } });
  const network = new TextNetwork({
    ...ids,
    scenarios: textScenarios,
    inboundUrl: options.textInboundUrl,
    stage: { accountSid: keys.accountSid, timers, timeline, ledger, webhooks },
  });
  const listed = options.listed ?? { calls: () => voice.calls.all(), texts: () => network.texts.all() };

  return {
    voice,
    network,
    vapiHandlers: (base) =>
      vapiHandlers(base, {
        ...{ voice, listed: listed.calls, apiKey: keys.apiKey, account: keys.account, timers, timeline },
        // In process there is nothing beside the provider's API, and that has the recordings too.
        addressesFor: ({ url }) => (base.startsWith('*') ? addressesAt(new URL(url).origin) : { baseUrl: base, vapiUrl: base }),
      }),
    twilioHandlers: (base) => twilioHandlers(base, { network, listed: listed.texts, ...keys, timers, timeline }),
    clear() {
      voice.clear();
      network.clear();
    },
    async close() {
      await Promise.all([callbacks.close(), webhooks.close()]);
    },
  };
}
