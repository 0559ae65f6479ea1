import { HttpResponse, type HttpResponseResolver, http, type PathParams, type RequestHandler } from 'msw';
import { at, isObject, type Json, objectAt, parseJson, textAt } from '../json.ts';
import { given } from '../late-answers.ts';
import { lackingForCall, type StrictAccount } from '../strict-account.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';
import { recordingUrlOf } from './call-object.ts';
import { type Addresses, controlOf, type SimulatedCall } from './calls.ts';
import { type CallFilter, listCalls, readFilter } from './list-calls.ts';
import { phoneNumberOf, phoneNumbersOf } from './phone-numbers.ts';
import { recordingOf } from './recording.ts';
import { schemaProblems } from './schema-problems.ts';
import type { Voice } from './voice.ts';

/**
 * Vapi's HTTP API as msw handlers. The simulator's server uses them for real sockets, and a test's `setupServer` in
 * process, with the same calls and the same ledger.
 */
export interface HandlerOptions {
  readonly voice: Voice;
  /** Lists the calls of `GET /call`, newest first: an account's calls, whichever session they belong to. */
  readonly listed: () => readonly SimulatedCall[];
  readonly apiKey: string;
  readonly account: StrictAccount | null;
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly addressesFor: (request: Request) => Addresses;
}

/**
 * Makes the handlers. `base` is the part before `/call`, such as `https://api.vapi.ai`; an asterisk before `/vapi`
 * means any host.
 */
export function vapiHandlers(base: string, options: HandlerOptions): RequestHandler[] {
  const withKey =
    (answer: Answer): HttpResponseResolver =>
    ({ request, params }) =>
      authenticated(request, options, () => answer(request, options, params));
  return [
    http.post(`${base}/call`, withKey(place)),
    http.get(`${base}/call`, withKey(list)),
    http.get(`${base}/call/:id`, withKey(ofCall((call) => HttpResponse.json(options.voice.view(call))))),
    // The call's artifact names an address too. At Vapi that storage is private, and here it is open to players.
    http.get(`${base}/call/:id/mono-recording`, withKey(ofCall(redirected))),
    http.get(`${base}/recordings/:id.wav`, ({ request, params }) => ofCall(recorded)(request, options, params)),
    http.get(
      `${base}/phone-number`,
      withKey(() => HttpResponse.json(phoneNumbersOf(options.account))),
    ),
    http.get(`${base}/phone-number/:id`, withKey(phoneNumber)),
    // Any client that knows the call's id may end it, unless its `monitorPlan` says otherwise.
    http.post(`${base}/:id/control`, ({ request, params }) => ofCall(controlled)(request, options, params)),
  ];
}

type Answer = (request: Request, options: HandlerOptions, params: PathParams) => Response | Promise<Response>;

/** Answers about the call that the path names. */
const ofCall =
  (answer: (call: SimulatedCall, request: Request, options: HandlerOptions) => Response | Promise<Response>): Answer =>
  (request, options, { id }) => {
    const call = typeof id === 'string' ? options.voice.calls.find(id) : undefined;
    return call ? answer(call, request, options) : failure(404, 'Call not found.', 'Not Found');
  };

async function place(request: Request, { voice, account, timers, timeline, addressesFor }: HandlerOptions): Promise<Response> {
  const body = parseJson(await request.text());
  const wrong = isObject(body)
    ? [...whatIsWrong(body), ...(account ? lackingForCall(account, body) : [])]
    : ['The body must be a JSON object.'];
  if (!isObject(body) || wrong.length > 0) return failure(400, wrong, 'Bad Request');
  const asked = timeline.add('provider.request', { callId: textAt(body, 'name'), number: textAt(body, 'customer', 'number') });
  const answer = voice.place(body, asked, addressesFor(request));
  timeline.add('provider.answer', {
    causedBy: asked,
    callId: textAt(body, 'name'),
    answer: answer.kind === 'failure' ? answer.status : answer.kind,
  });
  if (answer.kind !== 'failure') return given(answer, request, timers);
  const error = { 400: 'Bad Request', 429: 'Too Many Requests', 500: 'Internal Server Error' }[answer.status];
  return failure(answer.status, answer.message, error);
}

/** Are fields that would make another call of the request, or several. */
const notSimulated = ['customers', 'customerId', 'schedulePlan'];

/** Are the limits of a call, each with its least and its most seconds. */
const limits = { maxDurationSeconds: [10, 43_200], silenceTimeoutSeconds: [5, 3_600] } as const;

/** Returns the problems of a body. Vapi's own messages are not published, but the fields that they name are. */
function whatIsWrong(body: Json): readonly string[] {
  const wrong = notSimulated.filter((key) => body[key] !== undefined).map((key) => `${key} is not simulated.`);
  if (!['assistantId', 'assistant', 'squadId', 'squad', 'workflowId', 'workflow'].some((key) => body[key] !== undefined)) {
    wrong.push('One of assistantId, assistant, squadId, squad, workflowId or workflow is needed.');
  }
  if (body['phoneNumberId'] === undefined && !objectAt(body, 'phoneNumber')) wrong.push('One of phoneNumberId or phoneNumber is needed.');
  const number = textAt(body, 'customer', 'number');
  if (number === null || !/^\+[1-9]\d{6,14}$/.test(number)) wrong.push('customer.number must be a valid phone number in the E.164 format.');
  const { name } = body;
  if (name !== undefined && (typeof name !== 'string' || name.length > 40)) wrong.push('name must be a string of at most 40 characters.');
  for (const part of ['assistant', 'assistantOverrides'])
    for (const [limit, [least, most]] of Object.entries(limits)) {
      const seconds = at(body, part, limit);
      if (seconds !== undefined && !(typeof seconds === 'number' && seconds >= least && seconds <= most))
        wrong.push(`${part}.${limit} must be a number from ${least} to ${most}.`);
    }
  const schema = objectAt(body, 'assistantOverrides', 'analysisPlan', 'structuredDataPlan', 'schema');
  return schema === null ? wrong : [...wrong, ...schemaProblems(schema, 'assistantOverrides.analysisPlan.structuredDataPlan.schema')];
}

function list(request: Request, { voice, listed }: HandlerOptions): Response {
  const filter: CallFilter | string = readFilter(new URL(request.url).searchParams);
  if (typeof filter === 'string') return failure(400, [filter], 'Bad Request');
  return HttpResponse.json(listCalls(listed(), filter).map((call) => voice.view(call)));
}

function phoneNumber(_: Request, { account }: HandlerOptions, { id }: PathParams): Response {
  const found = phoneNumberOf(account, String(id));
  return found ? HttpResponse.json(found) : failure(404, 'Phone number not found.', 'Not Found');
}

const redirected = (call: SimulatedCall, request: Request, { addressesFor }: HandlerOptions): Response =>
  ifRecorded(call, () => {
    const location = recordingUrlOf(call, addressesFor(request).baseUrl);
    return new HttpResponse(null, { status: 302, headers: { location } });
  });

const recorded = (call: SimulatedCall): Response =>
  ifRecorded(call, () => new HttpResponse(recordingOf(call), { headers: { 'content-type': 'audio/wav' } }));

const ifRecorded = (call: SimulatedCall, answer: () => Response): Response =>
  call.conversation && call.reported ? answer() : failure(404, 'Artifact not found.', 'Not Found');

function controlled(call: SimulatedCall, request: Request, options: HandlerOptions): Response | Promise<Response> {
  const answer = (): Promise<Response> => control(request, call, options.voice);
  switch (controlOf(call.request)) {
    case 'off':
      return failure(404, 'The call is not controlled.', 'Not Found');
    case 'with a key':
      return authenticated(request, options, answer);
    case 'open':
      return answer();
  }
}

async function control(request: Request, call: SimulatedCall, voice: Voice): Promise<Response> {
  const type = textAt(parseJson(await request.text()), 'type');
  if (type !== 'end-call') return failure(400, [`The simulator knows the control message end-call, not ${String(type)}.`], 'Bad Request');
  switch (voice.end(call)) {
    case 'ending':
      return HttpResponse.json({ success: true });
    case 'not-answered-yet':
      return failure(400, ['The call has not been answered yet.'], 'Bad Request');
    case 'over':
      return failure(404, 'The call is over.', 'Not Found');
  }
}

async function authenticated(request: Request, { apiKey }: HandlerOptions, answer: () => Response | Promise<Response>): Promise<Response> {
  if (request.headers.get('authorization') === `Bearer ${apiKey}`) return answer();
  return failure(401, 'Invalid key. Use the private key of the simulator.', 'Unauthorized');
}

/** Returns a refusal in the form of Vapi's server. */
function failure(statusCode: number, message: string | readonly string[], error: string): Response {
  const headers = statusCode === 429 ? { 'retry-after': '1' } : {};
  return HttpResponse.json({ message, error, statusCode }, { status: statusCode, headers });
}
