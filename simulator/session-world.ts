import { type Expectations, newExpectations } from './expectations.ts';
import { type Faults, newFaults } from './faults.ts';
import { publishedContract } from './receivers/event-contract.ts';
import { newReceivers, type Receivers } from './receivers/receivers.ts';
import { type ScenarioFiles, scenarioFilesOf } from './scenario-file.ts';
import { newScenarios, type Scenarios } from './scenarios.ts';
import { type ServiceProxy, serviceProxy } from './service-proxy.ts';
import type { SessionOptions } from './session.ts';
import { type SessionProviders, sessionProviders } from './session-providers.ts';
import { type SessionRecords, sessionRecords } from './session-records.ts';
import { newTextScenarios, type TextScenarios } from './text-scenarios.ts';
import { newTime, type Time } from './time.ts';
import { startTimers, type Timers } from './timers.ts';
import type { OwnWebhooks } from './webhook-control-api.ts';
import { OwnCalls } from './webhooks/own-calls.ts';
import { WebhookSender } from './webhooks/sender.ts';

/** Everything that plays in a session: its providers, receivers, faults and time, and the records of all that. */
export interface SessionWorld {
  readonly timers: Timers;
  readonly records: SessionRecords;
  readonly faults: Faults;
  readonly time: Time;
  readonly proxy: ServiceProxy;
  readonly receivers: Receivers;
  readonly expectations: Expectations;
  readonly scenarios: Scenarios;
  readonly textScenarios: TextScenarios;
  readonly scenarioFiles: ScenarioFiles;
  readonly providers: SessionProviders;
  /** Sends webhooks without a service, made up or of calls that it places. */
  readonly ownWebhooks: OwnWebhooks;
  /** Forgets everything except the timeline. */
  clear(): void;
  /** Drops what is to come, and notifies those who listen to the timeline. */
  end(): Promise<void>;
}

/** Makes a session's world. Throws `BadFile`, `BlockTaken`. */
export function sessionWorld(options: SessionOptions, seed: () => number): SessionWorld {
  const { numbers, limits, clock } = options;
  const realNow = (): Date => clock.realNow();
  const timers = startTimers(options.speed);
  const records = sessionRecords(realNow, limits);
  const { timeline, ledger, breaches, exchanges } = records;
  const faults = newFaults({ seed, timers, timeline, limits });
  const time = newTime({ timers, timeline, beside: options.beside });
  const proxy = serviceProxy({ beside: options.proxied, timeline, breaches });
  const receivers = newReceivers({ contract: publishedContract(), timeline, ledger, breaches, realNow, limits });
  const expectations = newExpectations({ receivers, timeline, timers, time, breaches });
  const scenarios = newScenarios(numbers);
  const textScenarios = newTextScenarios(numbers);
  const scenarioFiles = scenarioFilesOf(scenarios, textScenarios);
  if (options.scenarioFile !== null) scenarioFiles.add(options.scenarioFile);
  const providers = sessionProviders({ options, seed, timers, records, scenarios, textScenarios });
  const ownReceiver = (url: string): string | undefined =>
    new URL(url).port === new URL(options.baseUrl()).port ? /\/receivers\/([^/?#]+)/.exec(url)?.[1] : undefined;
  const sender = new WebhookSender({ realNow, timers, timeline, exchanges, ledger, ownReceiver });
  const ownCalls = new OwnCalls({ voice: providers.voice, timers, timeline, sender, baseUrl: options.baseUrl });
  const ownWebhooks = { sender, calls: ownCalls, secret: options.keys.signingSecret, now: () => clock.now() };

  return {
    ...{ timers, records, faults, time, proxy, receivers, expectations, scenarios, textScenarios, scenarioFiles, providers, ownWebhooks },
    clear() {
      for (const each of [timers, providers, receivers, ledger, faults, breaches, exchanges]) each.clear();
    },
    async end() {
      providers.clear();
      timers.clear();
      timeline.end();
      await Promise.all([providers.close(), time.close(), proxy.close(), sender.close()]);
    },
  };
}
