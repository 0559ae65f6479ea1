import type { TestContext } from 'node:test';
import { VapiClient } from '@vapi-ai/server-sdk';
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts';
import type { TimelineEntry } from '../../simulator/timeline-entry.ts';
import { simulatorFor } from '../support/simulator.ts';

/** A fixed day; signatures are stamped and judged by it, so that no test depends on the day it runs. */
export const today = new Date('2030-01-15T09:30:00Z');

export const fixedClock = { now: () => today, realNow: () => today };

/** A simulator that moves only when the test says so, gone when the test is. */
export const manualSimulator = (t: TestContext, options: SimulatorOptions = {}): Promise<Simulator> =>
  simulatorFor(t, { speed: 'manual', seed: 7, clock: fixedClock, ...options });

/** Resolves with the next entry of the kind. */
export const nextEntry = (simulator: Simulator, kind: string): Promise<void> => next(simulator, (entry) => entry.kind === kind);

/** Resolves at once, or with the entry that makes it true. */
export const untilEntry = async (simulator: Simulator, holds: (entry: TimelineEntry) => boolean): Promise<void> =>
  simulator.timeline.entries.some(holds) ? undefined : next(simulator, holds);

const next = ({ timeline }: Simulator, holds: (entry: TimelineEntry) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = timeline.listen((entry) => {
      if (!holds(entry)) return;
      stop();
      resolve();
    });
  });

/** The provider's own client, pointed at the simulator by its base URL and nothing else. */
export const officialClient = (simulator: Simulator): VapiClient => new VapiClient({ token: 'simulated', baseUrl: simulator.vapiUrl });

/** What a call asks for: callbacks to the receiver `callbacks`, and data of a small schema. */
export const callTo = (number: string, simulator: Simulator, name = 'call_1') => ({
  name,
  assistantId: 'assistant-1',
  phoneNumberId: 'number-1',
  customer: { number },
  assistantOverrides: {
    monitorPlan: { controlEnabled: true },
    server: { url: simulator.receiverUrl('callbacks') },
    metadata: { callId: name },
    analysisPlan: { structuredDataPlan: { enabled: true, schema: analysisSchema } },
  },
});

const analysisSchema = {
  type: 'object' as const,
  properties: {
    outcome: { type: 'string' as const, enum: ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER'] },
    notes: { type: 'string' as const },
    callback: { type: 'object' as const, properties: { requestedAt: { type: 'string' as const }, note: { type: 'string' as const } } },
    extraction: {
      type: 'object' as const,
      properties: { rooms: { type: 'integer' as const }, email: { type: 'string' as const, format: 'email' as const } },
      required: ['rooms', 'email'],
    },
  },
  required: ['outcome'],
};

/** The server messages that a receiver got, in the order they came. */
export function messagesTo(simulator: Simulator, receiver = 'callbacks'): readonly Message[] {
  const deliveries = simulator.receivers.find(receiver)?.deliveries ?? [];
  return deliveries.map(({ body }) => (JSON.parse(body.toString('utf8')) as { message: Message }).message);
}

export interface Message {
  readonly type: string;
  readonly status?: string;
  readonly endedReason?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly artifact?: {
    readonly transcript: string;
    readonly recordingUrl?: string;
    readonly messages: readonly { readonly secondsFromStart: number }[];
  };
  readonly analysis?: { readonly structuredData?: Readonly<Record<string, unknown>> };
  readonly call: { readonly id: string; readonly name: string };
}

/** `ringing`, `ended`, `report`: a message in a word. */
export const wordOf = ({ type, status }: Message): string => (type === 'end-of-call-report' ? 'report' : (status ?? type));
