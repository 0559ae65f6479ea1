import { parseUrl } from '../../src/process/parse-url.ts';
import { isAccepted } from '../accepted.ts';
import { type Answered, answeredTooLate, post, shortLived } from '../post.ts';
import type { SessionRecords } from '../session-records.ts';
import type { Timers } from '../timers.ts';
import { type Parameters, twilioSignature, withoutFragment } from './signature.ts';
import type { SimulatedText } from './texts.ts';

/**
 * Sends forms to the service, signed as Twilio signs them: status callbacks to the URL that the text named, and
 * contacts' messages to the number's own URL. There is one attempt each, and another if the connection fails, unless the
 * URL's fragment says otherwise (`#rc=2&rp=all`). All attempts of one form have the same `I-Twilio-Idempotency-Token`.
 */
export interface TextWebhooks {
  /** Resolves when the first attempt was answered, or has failed. */
  send(webhook: TextWebhook): Promise<Answered>;
  close(): Promise<void>;
}

export interface TextWebhook {
  readonly text: SimulatedText;
  readonly kind: 'text.callback' | 'text.inbound';
  readonly url: string;
  readonly parameters: Parameters;
  readonly token: string;
  readonly causedBy: number;
}

/** This is Twilio's default time limit. */
const usualTimeoutMs = 15_000;
/** The pause between two attempts is in story time. Twilio does not document its own. */
const retryMs = 1_000;
const usualRetries = 1;
/** Twilio caps `rc` at this value. */
const maxRetries = 5;

export interface WebhookOptions extends SessionRecords {
  readonly authToken: string;
  readonly timers: Timers;
  readonly realNow: () => Date;
  readonly timeoutMs: number | undefined;
}

export function textWebhooks(options: WebhookOptions): TextWebhooks {
  const { authToken, timers, timeline, ledger, realNow, timeoutMs = usualTimeoutMs, breaches, exchanges } = options;
  const agent = shortLived(256);
  let closed = false;

  const attempt = async (webhook: TextWebhook, number: number): Promise<Answered> => {
    const { text, kind, url, parameters, token, causedBy } = webhook;
    const body = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      accept: '*/*',
      'x-twilio-signature': twilioSignature(authToken, url, parameters),
      'i-twilio-idempotency-token': token,
    };
    const startedAt = realNow();
    const answered = await post(agent, { url: withoutFragment(url), body, headers, timeoutMs });
    if (text.era !== timers.era) return answered;
    if (parseUrl(url) !== null) exchanges.outgoing({ url, startedAt, headers, body, status: answered.status, answer: answered.body });
    const accepted = isAccepted(answered.status);
    if (kind === 'text.callback') ledger.messages.callbackSent(text.messageId, accepted);
    else ledger.inboundTexts.add(accepted);
    const entry = timeline.add(kind, {
      causedBy,
      messageId: text.messageId,
      providerMessageId: text.sid,
      ...(kind === 'text.callback' ? { status: statusIn(parameters) } : { from: text.from, to: text.to }),
      attempt: number,
      answered: answered.status,
      error: answered.error,
    });
    if (answered.status !== null) breaches.callbackAnswered(url, answered.status, answered.body, entry);
    if (!accepted && !closed && wantsRetry(url, number, answered)) timers.after(retryMs, () => attempt(webhook, number + 1).then(() => {}));
    return answered;
  };

  return {
    send: (webhook) => attempt(webhook, 1),
    close() {
      closed = true;
      return agent.destroy();
    },
  };
}

/** Returns the status at the time of sending: when the answer arrives, the text may have changed. */
const statusIn = (parameters: Parameters): string | undefined => parameters.find(([name]) => name === 'MessageStatus')?.[1];

/**
 * Reads Twilio's connection overrides: `rc` is the number of retries, `rp` the reasons (`4xx`, `5xx`, `ct` for a
 * connection that fails, `rt` for an answer that does not come in time, `all`).
 */
function wantsRetry(url: string, attempt: number, { status, error }: Answered): boolean {
  const overrides = new URLSearchParams(url.split('#')[1] ?? '');
  if (attempt > Math.min(Number(overrides.get('rc') ?? usualRetries) || 0, maxRetries)) return false;
  const policies = (overrides.get('rp') ?? 'ct').split(',');
  if (policies.includes('all')) return true;
  if (status === null) return policies.includes(error === answeredTooLate ? 'rt' : 'ct');
  return policies.includes(`${String(status).slice(0, 1)}xx`);
}
