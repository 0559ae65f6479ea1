import { HttpResponse, http, type RequestHandler } from 'msw';
import type { ControlOperation } from './control-operations.ts';
import type { Json } from './json.ts';
import type { Ledger } from './ledger/ledger.ts';
import { maxListed, type SessionLimits } from './limits.ts';
import type { Scenario, Scenarios } from './scenarios.ts';
import { type TextScenario, type TextScenarios, textNumbersOf } from './text-scenarios.ts';
import type { Timeline } from './timeline.ts';
import { timelineStreams } from './timeline-stream.ts';
import { momentOf } from './under-way.ts';
import { recordingUrlOf } from './vapi/call-object.ts';
import type { SimulatedCall } from './vapi/calls.ts';
import { recordingOf } from './vapi/recording.ts';
import type { Voice } from './vapi/voice.ts';

/** The control API for people and tests (`openapi/simulator.yaml`), which asks for a token at most (`token.ts`). */
export interface Controlled {
  seed(): number;
  readonly scenarios: Scenarios;
  readonly textScenarios: TextScenarios;
  readonly voice: Voice;
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly limits: Pick<SessionLimits, 'streams'>;
  /** Returns the session's address at the simulator's, as a request reached it; it appears in the URLs of the answer. */
  urlFor(origin: string): string;
  reset(): void;
}

export const healthHandlers: RequestHandler[] =
  // Balancers ask with HEAD.
  [http.get, http.head].map((asked) => asked('*/healthz', () => HttpResponse.json({ status: 'ok' })));

/** Implements the operations that read what happened, and the reset. Requests already fit the document. */
export function controlOperations(controlled: Controlled): Readonly<Record<string, ControlOperation>> {
  const { voice, ledger, timeline } = controlled;
  const streams = timelineStreams(timeline, controlled.limits);
  return {
    listScenarios: () =>
      HttpResponse.json({
        seed: controlled.seed(),
        scenarios: controlled.scenarios.all().map(scenarioView),
        texts: controlled.textScenarios.all().map(textScenarioView),
      }),
    listCalls: ({ origin }) =>
      HttpResponse.json({
        calls: voice.calls
          .all()
          .slice(0, maxListed)
          .map((call) => callView(call, controlled.urlFor(origin))),
      }),
    readLedger: () => HttpResponse.json(ledger.read()),
    listTimeline: ({ query }) => listTimeline(query, timeline),
    streamTimeline: (asked) => streams.open(asked) ?? tooManyStreams(controlled.limits.streams),
    resetSimulator: () => {
      controlled.reset();
      return new HttpResponse(null, { status: 204 });
    },
    readRecording: ({ params, headers }) => recording(params['file'] ?? '', voice, headers.get('range') ?? ''),
  };
}

export const refusal = (status: number, code: string, message: string): Response =>
  HttpResponse.json({ error: { code, message } }, { status });

const tooManyStreams = (most: number): Response => refusal(409, 'conflict', `${most} read the timeline already. Close a stream first.`);

export const invalid = (message: string): Response => refusal(400, 'invalid_request', message);

export const nothingThere = (): Response => refusal(404, 'not_found', 'There is nothing at this path.');

export const receiverNotFound = (): Response => refusal(404, 'receiver_not_found', 'There is no such receiver.');

/** Players ask for parts from a byte on, or they could not move to a place that they have not loaded. Other ranges get the whole. */
function recording(file: string, voice: Voice, range: string): Response {
  const call = file.endsWith('.wav') ? voice.calls.find(file.slice(0, -'.wav'.length)) : undefined;
  if (!call?.conversation || !call.reported) return refusal(404, 'recording_not_found', 'There is no such recording.');
  const bytes = recordingOf(call);
  const { length } = bytes;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const [from, to] = [Number(first ?? 0), Math.min(length, Number(last || length) + 1)];
  const headers = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes' };
  if (first === undefined || from >= to) return new HttpResponse(bytes, { headers: { ...headers, 'content-length': String(length) } });
  const part = { 'content-length': String(to - from), 'content-range': `bytes ${from}-${to - 1}/${length}` };
  return new HttpResponse(bytes.subarray(from, to), { status: 206, headers: { ...headers, ...part } });
}

/** Lists entries by `?callId=`, `?messageId=`, `?deliveryId=` and `?after=<seq>`; `?format=ndjson` writes one a line. */
function listTimeline(query: URLSearchParams, timeline: Timeline): Response {
  const after = Number(query.get('after') ?? 0);
  const asked = (['callId', 'messageId', 'deliveryId'] as const).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [{ name, value }];
  });
  const entries = timeline.entries.filter((entry) => entry.seq > after && asked.every(({ name, value }) => entry[name] === value));
  if (query.get('format') !== 'ndjson') return HttpResponse.json({ entries });
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return new HttpResponse(lines, { headers: { 'content-type': 'application/x-ndjson' } });
}

export const scenarioView = ({ name, block, description, placement, callbacks }: Scenario): Json => ({
  name,
  description,
  placement,
  callbacks,
  numbers: { first: `+1555${block}0000`, last: `+1555${block}9999` },
});

export const textScenarioView = (scenario: TextScenario): Json => ({
  name: scenario.name,
  description: scenario.description,
  answer: scenario.answer.kind,
  ending: scenario.ending,
  callbacks: scenario.callbacks,
  reply: scenario.reply,
  numbers: textNumbersOf(scenario),
});

const callView = (call: SimulatedCall, url: string): Json => ({
  id: call.id,
  callId: call.callId,
  number: call.number,
  scenario: call.scenario.name,
  status: call.status,
  endedReason: call.endedReason,
  createdAt: call.createdAt.toISOString(),
  answeredAt: call.answeredMs === null ? null : momentOf(call, call.answeredMs).toISOString(),
  endedAt: call.endedMs === null ? null : momentOf(call, call.endedMs).toISOString(),
  recordingUrl: call.reported && call.conversation ? recordingUrlOf(call, url) : null,
});
