import { HttpResponse, http, type RequestHandler } from 'msw';
import { BadAnswer } from './answers/answer.ts';
import { isObject, type Json, parseJson } from './json.ts';
import type { Ledger } from './ledger/ledger.ts';
import { maxListed, type SessionLimits } from './limits.ts';
import { explain, type ReceivedDelivery } from './receivers/delivery.ts';
import { type Receiver, TooManyReceivers } from './receivers/open-receivers.ts';
import { type Receivers, receiverName } from './receivers/receivers.ts';
import type { Scenario, Scenarios } from './scenarios.ts';
import { type TextScenario, type TextScenarios, textNumbersOf } from './text-scenarios.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';
import { timelineStreams } from './timeline-stream.ts';
import { recordingUrlOf } from './vapi/call-object.ts';
import { type SimulatedCall, timeOf } from './vapi/calls.ts';
import { recordingOf } from './vapi/recording.ts';
import type { Voice } from './vapi/voice.ts';

/** The control API for people and tests (`openapi/simulator.yaml`), which asks for a token at most (`token.ts`). */
export interface Controlled {
  seed(): number;
  readonly scenarios: Scenarios;
  readonly textScenarios: TextScenarios;
  readonly voice: Voice;
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly limits: Pick<SessionLimits, 'streams'>;
  /** Returns the session's address as a request reached it, which appears in the URLs of the answer. */
  urlFor(request: Request): string;
  reset(): void;
}

export function controlHandlers(controlled: Controlled): RequestHandler[] {
  const { voice, ledger, timeline } = controlled;
  const streams = timelineStreams(timeline, controlled.limits);
  return [
    // A receiver may be called like another path, such as "texts".
    ...receiverHandlers(controlled),
    // Balancers ask with HEAD.
    ...[http.get, http.head].map((asked) => asked('*/healthz', () => HttpResponse.json({ status: 'ok' }))),
    http.get('*/scenarios', () =>
      HttpResponse.json({
        seed: controlled.seed(),
        scenarios: controlled.scenarios.all().map(scenarioView),
        texts: controlled.textScenarios.all().map(textScenarioView),
      }),
    ),
    http.get('*/calls', ({ request }) =>
      HttpResponse.json({
        calls: voice.calls
          .all()
          .slice(0, maxListed)
          .map((call) => callView(call, controlled.urlFor(request))),
      }),
    ),
    http.get('*/ledger', () => HttpResponse.json(ledger.read())),
    http.get('*/timeline/stream', ({ request }) => streams.open(request) ?? tooManyStreams(controlled.limits.streams)),
    http.get('*/timeline', ({ request }) => listTimeline(new URL(request.url).searchParams, timeline)),
    http.post('*/reset', () => {
      controlled.reset();
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/recordings/:file', ({ request, params }) => recording(params['file'], voice, request.headers.get('range') ?? '')),
  ];
}

function receiverHandlers(controlled: Controlled): RequestHandler[] {
  const { receivers } = controlled;
  const view = (receiver: Receiver, request: Request): Json => receiverView(receiver, controlled.urlFor(request));
  return [
    http.get('*/receivers', ({ request }) => HttpResponse.json({ receivers: receivers.all().map((each) => view(each, request)) })),
    http.post('*/receivers', async ({ request }) => {
      const text = await request.text();
      return orRefusal(
        () => createReceiver(text, receivers),
        (made) => HttpResponse.json({ receiver: view(made, request) }, { status: 201 }),
      );
    }),
    http.get('*/receivers/:name', ({ request, params }) =>
      withReceiver(params['name'], receivers, (found) => HttpResponse.json({ receiver: view(found, request) })),
    ),
    http.put('*/receivers/:name/programme', async ({ request, params }) => {
      const text = await request.text();
      return withReceiver(params['name'], receivers, (found) =>
        orRefusal(
          () => setProgramme(text, found, receivers),
          (set) => HttpResponse.json({ receiver: view(set, request) }),
        ),
      );
    }),
    http.get('*/receivers/:name/deliveries', ({ request, params }) => {
      const deliveryId = new URL(request.url).searchParams.get('deliveryId');
      return withReceiver(params['name'], receivers, ({ deliveries }) =>
        HttpResponse.json({
          deliveries: deliveries.filter((each) => deliveryId === null || each.deliveryId === deliveryId).map(deliveryView),
        }),
      );
    }),
  ];
}

export const refusal = (status: number, code: string, message: string): Response =>
  HttpResponse.json({ error: { code, message } }, { status });

const tooManyStreams = (most: number): Response => refusal(409, 'conflict', `${most} read the timeline already. Close a stream first.`);

export const invalid = (message: string): Response => refusal(400, 'invalid_request', message);

/** Returns the receiver, or a sentence that says what is wrong. Throws `BadAnswer`, `TooManyReceivers`. */
function createReceiver(text: string, receivers: Receivers): Receiver | string {
  const body = parseJson(text);
  if (!isObject(body)) return 'The body must be a JSON object.';
  const { name, secret, programme = '' } = body;
  if (typeof name !== 'string' || !receiverName.test(name)) return 'name takes 1 to 64 letters, digits, points, dashes and underscores.';
  if (secret !== undefined && secret !== null && typeof secret !== 'string') return 'secret must be a string or null.';
  if (typeof programme !== 'string') return 'programme must be a string, such as "500,500,timeout,200".';
  return receivers.create(name, { secret, programme });
}

/** Returns the receiver, or a sentence that says what is wrong. Throws `BadAnswer`. */
function setProgramme(text: string, receiver: Receiver, receivers: Receivers): Receiver | string {
  const body = parseJson(text);
  const programme = isObject(body) ? body['programme'] : undefined;
  if (typeof programme !== 'string') return 'The body must be {"programme": "500,500,timeout,200"}.';
  receivers.setProgramme(receiver, programme);
  return receiver;
}

function orRefusal(change: () => Receiver | string, answer: (changed: Receiver) => Response): Response {
  try {
    const changed = change();
    return typeof changed === 'string' ? invalid(changed) : answer(changed);
  } catch (error) {
    if (error instanceof BadAnswer) return invalid(error.message);
    if (error instanceof TooManyReceivers) return refusal(409, 'conflict', error.message);
    throw error;
  }
}

function withReceiver(name: string | readonly string[] | undefined, receivers: Receivers, answer: (found: Receiver) => Response): Response {
  const found = typeof name === 'string' ? receivers.find(name) : undefined;
  return found ? answer(found) : receiverNotFound();
}

export const receiverNotFound = (): Response => refusal(404, 'receiver_not_found', 'There is no such receiver.');

/** Players ask for parts from a byte on, or they could not move to a place that they have not loaded. Other ranges get the whole. */
function recording(file: string | readonly string[] | undefined, voice: Voice, range: string): Response {
  const call = typeof file === 'string' && file.endsWith('.wav') ? voice.calls.find(file.slice(0, -'.wav'.length)) : undefined;
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
  const lines = entries.map((entry: TimelineEntry) => `${JSON.stringify(entry)}\n`).join('');
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

const receiverView = ({ name, secret, programme, programmeDone, received }: Receiver, url: string): Json => ({
  name,
  url: `${url}/receivers/${name}`,
  hasSecret: secret !== null,
  programme,
  programmeDone,
  received,
});

const deliveryView = ({ number, receivedAt, method, headers, deliveryId, attempt, verdict, answer, body }: ReceivedDelivery): Json => ({
  number,
  receivedAt: receivedAt.toISOString(),
  method,
  headers,
  deliveryId,
  attempt,
  event: verdict.contract.event,
  verdict: { ...verdict, explanation: explain(verdict) },
  answer,
  body: body.toString('utf8'),
  bodyBase64: body.toString('base64'),
});

const callView = (call: SimulatedCall, url: string): Json => ({
  id: call.id,
  callId: call.callId,
  number: call.number,
  scenario: call.scenario.name,
  status: call.status,
  endedReason: call.endedReason,
  createdAt: call.createdAt.toISOString(),
  answeredAt: call.answeredMs === null ? null : timeOf(call, call.answeredMs).toISOString(),
  endedAt: call.endedMs === null ? null : timeOf(call, call.endedMs).toISOString(),
  recordingUrl: call.reported && call.conversation ? recordingUrlOf(call, url) : null,
});
