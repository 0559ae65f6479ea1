import { createHmac } from 'node:crypto';
import { parseUrl } from '../../src/process/parse-url.ts';
import { isAccepted } from '../accepted.ts';
import { at, type Json, numberAt, objectAt, textAt } from '../json.ts';
import { post, shortLived } from '../post.ts';
import type { SessionRecords } from '../session-records.ts';
import { isSigned, type StrictAccount, serverIn } from '../strict-account.ts';
import type { Timers } from '../timers.ts';
import { momentOf } from '../under-way.ts';
import { artifactOf, callObject, costOf } from './call-object.ts';
import { ofAssistant, type SimulatedCall } from './calls.ts';

/**
 * Sends server messages to the `server.url` of the call, signed as a typical HMAC credential of Vapi: `x-signature` is
 * the hex HMAC-SHA256 of `{x-timestamp}.{body}`. There is one attempt each, unless the call's `server.backoffPlan` asks
 * for more. A repeated message is signed with its own time.
 */
export interface CallbackSender {
  /** Resolves when the first attempt was answered, or has failed. */
  send(call: SimulatedCall, message: Json, causedBy: number): Promise<void>;
  close(): Promise<void>;
}

/** This is Vapi's default time limit for a server. */
const usualTimeoutSeconds = 20;

export interface SenderOptions extends SessionRecords {
  readonly webhookSecret: string;
  readonly account: StrictAccount | null;
  readonly realNow: () => Date;
  readonly timeoutMs: number | undefined;
  readonly timers: Timers;
}

export function callbackSender(options: SenderOptions): CallbackSender {
  const { webhookSecret, account, realNow, timeoutMs, timers, timeline, ledger, breaches, exchanges } = options;
  const agent = shortLived(256);
  let closed = false;
  const isGone = ({ era }: SimulatedCall): boolean => era !== timers.era;

  const attempt = async (call: SimulatedCall, message: Json, server: Json, causedBy: number, number: number): Promise<void> => {
    const body = JSON.stringify({ message });
    const url = textAt(server, 'url') ?? '';
    const startedAt = realNow();
    const signed = isSigned(account, call.request) && signature(body, webhookSecret, startedAt);
    const headers = { ...plainHeaders, ...headersOf(server), ...signed };
    const limitMs = timeoutMs ?? (numberAt(server, 'timeoutSeconds') ?? usualTimeoutSeconds) * 1_000;
    const result = await post(agent, { url, body, headers, timeoutMs: limitMs });
    if (isGone(call)) return;
    if (parseUrl(url) !== null) exchanges.outgoing({ url, startedAt, headers, body, status: result.status, answer: result.body });
    const accepted = isAccepted(result.status);
    ledger.calls.callbackSent(call.callId, accepted);
    const { type, status } = message;
    const entry = timeline.add('callback.sent', {
      causedBy,
      callId: call.callId,
      providerCallId: call.id,
      type,
      status,
      attempt: number,
      answered: result.status,
      error: result.error,
    });
    if (result.status !== null) breaches.callbackAnswered(url, result.status, result.body, entry);
    const retryMs = accepted || closed ? null : retryDelayMs(server, number, result.status);
    if (retryMs !== null) timers.after(retryMs, () => attempt(call, message, server, causedBy, number + 1));
  };

  return {
    async send(call, message, causedBy) {
      const server = serverIn(call.request);
      if (textAt(server, 'url') !== null && wants(call, message) && !isGone(call)) await attempt(call, message, server ?? {}, causedBy, 1);
    },
    close() {
      closed = true;
      return agent.destroy();
    },
  };
}

const plainHeaders = { 'content-type': 'application/json', 'user-agent': 'vapi-simulator' };

function signature(body: string, secret: string, now: Date): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    'x-timestamp': timestamp,
  };
}

/** Returns the headers that the server is to get besides. */
const headersOf = (server: Json): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(server, 'headers') ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  );

/** Returns the milliseconds until the message is sent again, or null if it is not. */
function retryDelayMs(server: Json, attempt: number, status: number | null): number | null {
  const plan = objectAt(server, 'backoffPlan');
  if (!plan || attempt > (numberAt(plan, 'maxRetries') ?? 0)) return null;
  const excluded = plan['excludedStatusCodes'];
  if (Array.isArray(excluded) && excluded.includes(status)) return null;
  const baseMs = (numberAt(plan, 'baseDelaySeconds') ?? 1) * 1_000;
  return plan['type'] === 'exponential' ? baseMs * 2 ** (attempt - 1) : baseMs;
}

/**
 * Tells if the caller asked for this type in `serverMessages`. Without it Vapi sends its defaults, which include both
 * types that are used here.
 */
function wants(call: SimulatedCall, message: Json): boolean {
  const asked = ofAssistant(at, call.request, 'serverMessages');
  return !Array.isArray(asked) || asked.includes(message['type']);
}

export function statusUpdate(call: SimulatedCall): Json {
  return {
    type: 'status-update',
    status: call.status,
    ...(call.endedReason === null ? {} : { endedReason: call.endedReason }),
    ...common(call),
  };
}

export function endOfCallReport(call: SimulatedCall): Json {
  const { startedAt, endedAt } = callObject(call);
  return {
    type: 'end-of-call-report',
    endedReason: call.endedReason,
    ...(startedAt === undefined ? {} : { startedAt }),
    endedAt,
    ...costOf(call),
    ...common(call),
    artifact: artifactOf(call),
    analysis: call.analysis,
  };
}

const common = (call: SimulatedCall): Json => ({
  timestamp: momentOf(call, call.ms).getTime(),
  call: callObject(call),
  customer: objectAt(call.request, 'customer'),
});
