import { HttpResponse, type HttpResponseResolver, http, type PathParams, type RequestHandler } from 'msw';
import { given } from '../late-answers.ts';
import type { StrictAccount } from '../strict-account.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';
import { type Refusal, refusal, refusalOfEnds, refusalResponse } from './errors.ts';
import { listTexts, readTextFilter } from './list-texts.ts';
import type { TextNetwork } from './network.ts';
import { incomingNumbers } from './phone-numbers.ts';
import { isRefusal, poolSender, readSendRequest } from './send-request.ts';
import { apiVersion } from './text-object.ts';
import type { SimulatedText } from './texts.ts';

/**
 * Twilio's messaging API as msw handlers. The simulator's server uses them for real sockets, and a test's `setupServer`
 * in process, with the same texts and the same ledger.
 */
export interface TwilioHandlerOptions {
  readonly network: TextNetwork;
  /** Lists the texts of `GET Messages.json`, newest first: an account's texts, whichever session they belong to. */
  readonly listed: () => readonly SimulatedText[];
  readonly accountSid: string;
  readonly authToken: string;
  readonly account: StrictAccount | null;
  readonly timers: Timers;
  readonly timeline: Timeline;
}

/**
 * Makes the handlers. `base` is the part before `/2010-04-01`, such as `https://api.twilio.com`; an asterisk before
 * `/twilio` means any host.
 */
export function twilioHandlers(base: string, options: TwilioHandlerOptions): RequestHandler[] {
  const account = `${base}/${apiVersion}/Accounts/:accountSid`;
  /** Checks the account's SID and its auth token as HTTP Basic. Another account's resources do not exist. */
  const ofAccount =
    (answer: Answer): HttpResponseResolver =>
    ({ request, params }) => {
      if (request.headers.get('authorization') !== basicOf(options)) return refusalResponse(refusal(20003, 'Authenticate'));
      return params['accountSid'] === options.accountSid ? answer(request, options, params) : refusalResponse(notFound(request));
    };
  return [
    http.post(`${account}/Messages.json`, ofAccount(send)),
    http.get(`${account}/Messages.json`, ofAccount(list)),
    http.get(`${account}/IncomingPhoneNumbers.json`, ofAccount(numbers)),
    http.get(`${account}/Messages/:file`, ofAccount(read)),
  ];
}

type Answer = (request: Request, options: TwilioHandlerOptions, params: PathParams) => Response | Promise<Response>;

async function send(request: Request, { network, account, timers, timeline }: TwilioHandlerOptions): Promise<Response> {
  // The `&` keeps a form that begins with `?` from being taken for a query.
  const sent = readSendRequest(new URLSearchParams(`&${await request.text()}`));
  if (isRefusal(sent)) return refusalResponse(sent);
  const { messageId, from, to, messagingServiceSid } = sent;
  // A messaging service sends from numbers of its account.
  const isOurs = (messagingServiceSid !== null && from === poolSender) || account?.numbers.some(({ number }) => number === from);
  if (account !== null && !isOurs) return refusalResponse(refusalOfEnds(21606, sent));
  const asked = timeline.add('text.request', { messageId, from, to });
  const answer = network.send(sent, asked);
  timeline.add('text.answer', { causedBy: asked, messageId, answer: answer.kind === 'failure' ? answer.refusal.code : answer.kind });
  return answer.kind === 'failure' ? refusalResponse(answer.refusal) : given(answer, request, timers);
}

function list(request: Request, { network, accountSid, listed }: TwilioHandlerOptions): Response {
  const { searchParams: query } = new URL(request.url);
  const filter = readTextFilter(query);
  if (isRefusal(filter)) return refusalResponse(filter);
  const path = `/${apiVersion}/Accounts/${accountSid}/Messages.json`;
  return HttpResponse.json(listTexts(listed(), filter, { path, query, view: (text) => network.view(text) }));
}

function numbers(request: Request, options: TwilioHandlerOptions): Response {
  const asked = new URL(request.url).searchParams.get('PhoneNumber');
  return HttpResponse.json(incomingNumbers({ ...options, smsUrl: options.network.inboundUrl }, asked));
}

function read(request: Request, { network }: TwilioHandlerOptions, { file }: PathParams): Response {
  const text = typeof file === 'string' && file.endsWith('.json') ? network.texts.find(file.slice(0, -'.json'.length)) : undefined;
  return text ? HttpResponse.json(network.view(text)) : refusalResponse(notFound(request));
}

/** Returns the `Authorization` of an account. */
export const basicOf = ({ accountSid, authToken }: Pick<TwilioHandlerOptions, 'accountSid' | 'authToken'>): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

const notFound = (request: Request): Refusal =>
  refusal(20404, `The requested resource ${new URL(request.url).pathname.replace(/^.*(?=\/2010-04-01\/)/, '')} was not found`);
