import type { AddressGuard } from '../../network/address-guard.ts';
import type { Asked } from '../../network/ask-once.ts';
import type { ProviderClient } from '../../network/provider-client.ts';
import { type Fields, fields, identifier, member, text } from '../../network/provider-json.ts';
import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import { placementTimeoutMs } from '../../process/limits.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { EndResult, PlaceResult, ProviderCall, SnapshotResult, VoiceProvider } from '../voice-provider.ts';
import { callRequest } from './call-request.ts';
import { ingestCallback } from './callbacks.ts';
import { vapiClient } from './client.ts';
import { eventsOfCall } from './events.ts';
import { controlUrlOf, findByName, listCalls } from './list-calls.ts';

export interface VapiOptions {
  /** Holds Vapi's address and credentials. Vapi calls back at `{publicUrl}/callbacks/voice/vapi`. */
  readonly config: Pick<Config, 'vapi' | 'publicUrl'>;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly guard: Pick<AddressGuard, 'connect'>;
  readonly timeoutMs?: number;
  readonly tracing?: Tracing | null;
}

/** The voice provider for Vapi's protocol. The base URL selects Vapi or the simulator. */
export function vapiProvider({
  config: { vapi, publicUrl },
  clock,
  guard,
  timeoutMs = placementTimeoutMs,
  tracing = null,
}: VapiOptions): VoiceProvider & { close(): Promise<void> } {
  const client = vapiClient({ baseUrl: vapi.baseUrl, apiKey: vapi.apiKey, timeoutMs, guard, tracing });
  const target = { url: `${publicUrl}/callbacks/voice/vapi`, credentialId: vapi.credentialId };
  return {
    name: 'vapi',
    place: async (call) => placeResult(await client.post(`${client.baseUrl}/call`, callRequest(call, target), call.trace)),
    isAnswering: async () => {
      const result = await client.get('/call', { limit: '1' });
      return result.kind === 'answer' && result.status < 500;
    },
    findByCallId: (callId, sentAt, trace) => findByName(client, callId, sentAt, trace),
    listCalls: (from, until) => listCalls(client, from, until),
    end: (call) => hangUp(client, call),
    snapshot: async (call) => snapshotResult(await getCall(client, call), clock.realNow()),
    // The storage behind `recordingUrl` is private. This address redirects to one that is open for minutes.
    recordingOf: (providerCallId) => ({
      url: `${client.baseUrl}/call/${encodeURIComponent(providerCallId)}/mono-recording`,
      headers: { authorization: `Bearer ${vapi.apiKey}` },
    }),
    ingest: (request) => ingestCallback([vapi.webhookSecret, ...vapi.oldWebhookSecrets], request),
    close: () => client.close(),
  };
}

/**
 * Returns the result of a placement. It is `refused` only if Vapi cannot have dialled: it refused, or never received
 * the request. A 408 or a 5xx may come after the dial.
 */
function placeResult(result: Asked): PlaceResult {
  if (result.kind === 'never_sent') return { kind: 'unreached', raw: result.raw };
  if (result.kind === 'no_answer') return { kind: 'unknown', raw: result.raw };
  if (result.status >= 400 && result.status < 500 && result.status !== 408) return { kind: 'refused', raw: result.raw };
  if (result.status >= 200 && result.status < 300) return accepted(fields(result.body), result.raw);
  return { kind: 'unknown', raw: result.raw };
}

/** Reads the answer: a call, or the envelope of a batch with `results` that were placed and `errors` that were not. */
function accepted(body: Fields | null, raw: string): PlaceResult {
  const results = member(body, 'results');
  const errors = member(body, 'errors');
  const call = Array.isArray(results) ? fields(results[0]) : body;
  const providerCallId = identifier(call, 'id');
  if (providerCallId !== null) return { kind: 'accepted', providerCallId, controlUrl: controlUrlOf(call) };
  const refused = Array.isArray(results) && results.length === 0 && Array.isArray(errors) && errors.length > 0;
  return { kind: refused ? 'refused' : 'unknown', raw };
}

const getCall = (client: ProviderClient, call: ProviderCall): Promise<Asked> =>
  client.get(`/call/${encodeURIComponent(call.providerCallId)}`, {}, call.trace);

function snapshotResult(result: Asked, now: Date): SnapshotResult {
  if (result.kind !== 'answer') return { kind: 'unreachable', raw: result.raw };
  if (result.status === 404) return { kind: 'absent' };
  const call = result.status === 200 ? fields(result.body) : null;
  if (call === null) return { kind: 'unreachable', raw: result.raw };
  return text(call, 'status') === 'not-found' ? { kind: 'absent' } : { kind: 'events', events: eventsOfCall(call, now) };
}

/**
 * Hangs up over the call's control URL, and where that is missing or does not lead to the call, over the one that Vapi names now: a call
 * that was found by its id or reported by a callback came without one. A telephone that rang may have been answered meanwhile. `DELETE /call/:id` is not used: it erases the call's data and
 * does not hang up.
 */
async function hangUp(client: ProviderClient, call: ProviderCall): Promise<EndResult> {
  const sent = call.controlUrl === null ? null : await endAt(client, call.controlUrl, call.trace);
  if (sent !== null) return sent;
  const shown = await getCall(client, call);
  const controlUrl = shown.kind === 'answer' && shown.status === 200 ? controlUrlOf(fields(shown.body)) : null;
  const mayHelp = controlUrl !== call.controlUrl || isTalking(shown);
  const sentAgain = controlUrl !== null && mayHelp ? await endAt(client, controlUrl, call.trace) : null;
  return sentAgain ?? readState(shown);
}

/** Null: the request did not reach the call, or was refused. */
async function endAt(client: ProviderClient, controlUrl: string, trace: ProviderCall['trace']): Promise<'ending' | 'unreachable' | null> {
  const result = await client.post(controlUrl, { type: 'end-call' }, trace);
  if (result.kind !== 'answer') return null;
  if (result.status < 300) return 'ending';
  return result.status >= 500 || result.status === 429 ? 'unreachable' : null;
}

/**
 * Reads the state of a call that cannot be hung up: it is over (Vapi has forgotten it, or says so), or nobody has
 * answered yet. Of a call in which somebody talks, Vapi ought to have taken the request.
 */
function readState(result: Asked): EndResult {
  if (result.kind !== 'answer') return 'unreachable';
  if (result.status === 404) return 'already_ended';
  if (result.status !== 200) return 'unreachable';
  const status = text(fields(result.body), 'status');
  if (status === 'ended' || status === 'not-found') return 'already_ended';
  return isTalking(result) ? 'unreachable' : 'not_yet';
}

const isTalking = (result: Asked): boolean =>
  result.kind === 'answer' && /^(in-progress|forwarding)$/.test(text(fields(result.body), 'status') ?? '');
