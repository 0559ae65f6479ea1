import { http, type RequestHandler } from 'msw';
import { draws } from '../../../simulator/draws.ts';
import { Ledger } from '../../../simulator/ledger/ledger.ts';
import { namedSessionLimits } from '../../../simulator/limits.ts';
import { newScenarios } from '../../../simulator/scenarios.ts';
import { newTimeline } from '../../../simulator/timeline.ts';
import { newVoice, type Voice } from '../../../simulator/vapi/voice.ts';
import { publicContract } from '../../../src/contract/documents.ts';
import { type ApiError, agentNotFound, callNotFound, deliveryNotFound, triggerNotFound, webhookNotFound } from '../../../src/errors.ts';
import { MemoryBuckets } from '../../../src/pacing/memory-buckets.ts';
import { defaultTenantLimits, failedAuthenticationsPerMinute } from '../../../src/process/limits.ts';
import type { ErrorCode } from '../../client/errors-by-code.ts';
import type { OperationId } from '../../client/operation-types.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import { type Account, type Agent, Kept, newIds } from './account.ts';
import { answer, type Gate } from './answer.ts';
import { eventsOf } from './call-row.ts';
import { exampleOfRefusal } from './documented.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { MockedAgent, MockOptions } from './options.ts';
import { publish } from './publish.ts';
import { checked, type EventName, exampleOf } from './send-event.ts';
import { type MockTime, newTime } from './time.ts';

/** One tenant of Ringpost in this process. */
export interface MockedRingpost {
  /** Are passed to msw's `setupServer`. */
  readonly handlers: RequestHandler[];
  readonly apiKey: string;
  /** Makes the next request of this operation fail with this code. Throws for a code that the document does not have for the operation. */
  refuseNext(operation: OperationId, code: ErrorCode): void;
  /** Publishes an event: every matching trigger makes a delivery. A name stands for the document's own example. */
  publish(event: EventName | WebhookEvent): void;
  /** With manual time, lets this much time pass. Waits for each step and each delivery. */
  advance(ms: number): Promise<void>;
  /** Runs until no story goes on and no delivery waits. */
  runUntilIdle(): Promise<void>;
  /** Removes everything but keys and agents. Agents keep the changes that were made to them. */
  reset(): void;
}

/**
 * The public API as msw handlers, with state. The document decides which requests and answers are valid. The number
 * called chooses one of the simulator's stories, and a call that has ended is sent to the endpoints as a signed
 * webhook.
 */
export function mockRingpost(options: MockOptions = {}): MockedRingpost {
  const { baseUrl = '*/api/v1/public', apiKey = 'rp_test_mock', keys = {}, seed = 1 } = options;
  const limits = { ...defaultTenantLimits, ...options.limits };
  const time = newTime(options.time ?? 'immediate', options.now ?? new Date());
  const voice = voiceFor(time, seed, (callId, state) => follow(account, callId, state));
  const own = draws(seed, 'mock');
  const account: Account = {
    time,
    limits,
    origin: baseUrl.startsWith('*') ? 'https://ringpost.example.org' : new URL(baseUrl).origin,
    objects: {
      calls: new Kept(callNotFound),
      agents: agentsOf(options.agents, time.now()),
      webhooks: new Kept(webhookNotFound),
      'automation-triggers': new Kept(triggerNotFound),
      'webhook-deliveries': new Kept(deliveryNotFound),
    },
    answers: new KeptAnswers(),
    newId: newIds(),
    voice,
    chance: own.next,
  };
  const planned = new Map<string, ApiError[]>();
  const gate: Gate = {
    account,
    keys: new Map([...Object.entries(keys), [apiKey, everyScope()]]),
    budgets: {
      read: { owner: 'mock', key: 'read', limit: limits.readsPerMinute },
      write: { owner: 'mock', key: 'write', limit: limits.writesPerMinute },
      address: { owner: 'mock', key: 'authentication', limit: failedAuthenticationsPerMinute },
    },
    buckets: new MemoryBuckets(),
    planned: (operation) => planned.get(operation)?.shift(),
  };
  const prefix = baseUrl.startsWith('*') ? baseUrl.slice(1) : new URL(baseUrl).pathname.replace(/\/$/, '');

  return {
    handlers: [
      http.all(`${baseUrl.replace(/\/$/, '')}/*`, ({ request }) => {
        const { pathname } = new URL(request.url);
        return answer(gate, request, pathname.slice(pathname.indexOf(prefix) + prefix.length));
      }),
    ],
    apiKey,
    refuseNext(operation, code) {
      planned.set(operation, [...(planned.get(operation) ?? []), exampleOfRefusal(operation, code)]);
    },
    publish: (event) => publish(account, checked(typeof event === 'string' ? exampleOf(event) : event)),
    advance: time.advance,
    runUntilIdle: time.runUntilIdle,
    reset() {
      const { agents, ...others } = account.objects;
      for (const kept of [...Object.values(others), planned]) kept.clear();
      gate.buckets = new MemoryBuckets();
      account.answers.clear();
      voice.clear();
    },
  };
}

/** Returns the scopes that the document's operations ask for. */
const everyScope = (): readonly string[] => {
  const operations = publicContract().paths.flatMap((path) => [...path.operations.values()]);
  return [...new Set(operations.flatMap(({ scope }) => scope ?? []))];
};

/** Returns the simulator's provider, called directly. The story's timeline tells each of its steps, so that no scenario can lose one. */
function voiceFor(time: MockTime, seed: number, told: (callId: string, state: string) => void): Voice {
  const timeline = newTimeline(() => new Date(), namedSessionLimits);
  timeline.listen(({ kind, callId, state }) => {
    if (kind === 'call.state' && callId) told(callId, String(state));
  });
  return newVoice({
    seed: () => seed,
    now: time.now,
    session: '',
    limits: namedSessionLimits,
    scenarios: newScenarios(),
    stage: {
      timers: time.stories,
      timeline,
      ledger: new Ledger(namedSessionLimits),
      callbacks: { send: () => Promise.resolve(), close: () => Promise.resolve() },
    },
  });
}

/** Hangs up a call as soon as that was asked for and is possible, and publishes its events once all results are known. */
function follow(account: Account, callId: string, state: string): void {
  const call = account.objects.calls.get(callId);
  if (!call) return;
  if (state === 'in-progress' && call.endRequested) account.voice.end(call.story);
  if (state === 'reported') for (const event of eventsOf(call, account.time.now())) publish(account, checked(event));
}

const outcomes = ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER', 'VOICEMAIL'];

function agentsOf(agents: readonly MockedAgent[] = [{ id: 'agt_demo', name: 'Demo' }], updatedAt: Date): Kept<Agent> {
  const kept = new Kept<Agent>(agentNotFound);
  for (const agent of agents)
    kept.set(agent.id, {
      id: agent.id,
      name: agent.name ?? agent.id,
      is_active: agent.isActive ?? true,
      is_default: kept.size === 0,
      active_outcomes: agent.outcomes ?? outcomes,
      qualifying_outcomes: agent.qualifiedOutcomes ?? ['INTERESTED'],
      extraction_schema: agent.extractionSchema ? JSON.stringify(agent.extractionSchema) : null,
      requiredVariables: agent.requiredVariables ?? [],
      updated_at: updatedAt,
    });
  return kept;
}
