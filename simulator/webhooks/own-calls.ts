import { randomUUID } from 'node:crypto';
import type { Json } from '../json.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';
import { momentOf } from '../under-way.ts';
import { addressesAt, type SimulatedCall } from '../vapi/calls.ts';
import type { Voice } from '../vapi/voice.ts';
import { callCompleted } from './call-completed.ts';
import type { WebhookSender, WebhookTarget } from './sender.ts';

export interface OwnCall {
  readonly phoneNumber: string;
  readonly variables: Json;
  readonly target: WebhookTarget;
}

export interface OwnCallsOptions {
  readonly voice: Voice;
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly sender: WebhookSender;
  readonly baseUrl: () => string;
}

/** The longest that a service waits for the analysis of a call that has ended. */
const analysisMs = 60_000;

/** Places calls without a service: the story is played, and its `call.completed` follows as a service would send it. */
export class OwnCalls {
  readonly #options: OwnCallsOptions;

  constructor(options: OwnCallsOptions) {
    this.#options = options;
  }

  /** Returns the call, or undefined if its number plays a story in which nobody is dialled. */
  place({ phoneNumber, variables, target }: OwnCall): SimulatedCall | undefined {
    const { voice, timeline, baseUrl } = this.#options;
    const callId = `call_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
    const causedBy = timeline.add('provider.request', { callId, number: phoneNumber });
    const answer = voice.place(requestOf(callId, phoneNumber, variables), causedBy, addressesAt(baseUrl()));
    timeline.add('provider.answer', { causedBy, callId, answer: answer.kind === 'failure' ? answer.status : answer.kind });
    const call = voice.calls.all().find((each) => each.callId === callId);
    if (call) this.#follow(call, target);
    return call;
  }

  /** Waits for the end of the call, and sends its webhook when it is analysed, or a minute after the end. */
  #follow(call: SimulatedCall, target: WebhookTarget): void {
    const { timers, timeline, sender } = this.#options;
    let cancel = (): void => undefined;
    const completeAfter = (ms: number, causedBy: number): void => {
      cancel();
      cancel = timers.after(ms, async () => {
        unlisten();
        await sender.send(callCompleted(call, momentOf(call, timers.elapsed() - call.createdElapsed)), target, causedBy);
      });
    };
    const unlisten = timeline.listen(({ kind, providerCallId, state, seq }) => {
      if (kind === 'reset') unlisten();
      if (kind !== 'call.state' || providerCallId !== call.id) return;
      if (state === 'ended') completeAfter(analysisMs, seq);
      if (state === 'reported') completeAfter(0, seq);
    });
  }
}

const requestOf = (callId: string, number: string, variables: Json): Json => ({
  name: callId,
  phoneNumberId: 'own',
  customer: { number },
  assistant: { analysisPlan: { minMessagesThreshold: 0, structuredDataPlan: { enabled: true, schema } } },
  assistantOverrides: { variableValues: variables },
});

const text = { type: 'string' };

/** Is what a service asks of an analysis. The outcomes are open. */
const schema = {
  type: 'object',
  required: ['outcome', 'notes'],
  properties: { outcome: text, notes: text, callback: { type: 'object', properties: { requestedAt: text, note: text } } },
};
