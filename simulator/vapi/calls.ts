import { type Json, objectAt } from '../json.ts';
import type { Scenario } from '../scenarios.ts';
import type { Said } from '../speech.ts';
import type { UnderWay } from '../under-way.ts';
import type { Conversation } from './conversation.ts';

/**
 * A call of the provider. There is one for every time a telephone rang; requests that were accepted without ringing
 * have none.
 */
export interface SimulatedCall extends UnderWay {
  readonly id: string;
  /** Is the body of `POST /call`, which Vapi echoes. */
  readonly request: Json;
  readonly addresses: Addresses;
  readonly callId: string | null;
  readonly number: string;
  readonly scenario: Scenario;
  status: 'queued' | 'ringing' | 'in-progress' | 'ended';
  answeredMs: number | null;
  endedMs: number | null;
  endedReason: string | null;
  /** Holds the lines of a script so far. */
  said: Said[];
  conversation: Conversation | null;
  analysis: Json;
  /** Is true once post-processing is done: the recording and the analysis exist. */
  reported: boolean;
  /** Holds callbacks that wait for the end, in a scenario that sends them backwards. */
  withheld: Json[];
}

/** The addresses as the caller of `POST /call` reached them: in a network of containers only callers know their name. */
export interface Addresses {
  /** Is where `/recordings` is. */
  readonly baseUrl: string;
  /** Is where Vapi's API is. */
  readonly vapiUrl: string;
}

export const addressesAt = (baseUrl: string): Addresses => ({ baseUrl, vapiUrl: `${baseUrl}/vapi` });

/** Reads a member of the call's assistant. What overrides it comes first. */
export const ofAssistant = <Found>(read: (request: Json, ...path: string[]) => Found, request: Json, name: string): Found =>
  read(request, 'assistantOverrides', name) ?? read(request, 'assistant', name);

/**
 * Says who may control a live call: nobody, anybody who knows its address, or the holder of the key. Control is on by default. A saved
 * assistant has settings of its own, which the simulator does not know and takes to be off, so its call has to switch control on.
 */
export function controlOf(request: Json): 'off' | 'open' | 'with a key' {
  const plan = ofAssistant(objectAt, request, 'monitorPlan');
  const isOn = plan?.['controlEnabled'] ?? request['assistantId'] === undefined;
  if (isOn !== true) return 'off';
  return plan?.['controlAuthenticationEnabled'] === true ? 'with a key' : 'open';
}
