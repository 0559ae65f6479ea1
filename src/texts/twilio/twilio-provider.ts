import type { Asked } from '../../network/ask-once.ts';
import type { ProviderClient } from '../../network/provider-client.ts';
import { type Fields, fields, identifier, member, text } from '../../network/provider-json.ts';
import type { Config } from '../../process/config.ts';
import { clockSkewMs, placementTimeoutMs } from '../../process/limits.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { wishOf } from '../opt-out.ts';
import type {
  FindSentResult,
  FoundText,
  ListedText,
  ReceivedPage,
  SendResult,
  Span,
  TextEvent,
  TextProvider,
  TextSnapshot,
  TextToSend,
} from '../text-provider.ts';
import { eventOf, readInbound, readStatus, statusCallbackUrl } from './callbacks.ts';
import { twilioClient } from './client.ts';
import { optedOutCode, reasonOf } from './reasons.ts';

export interface TwilioOptions {
  /** Twilio's address and our credentials. Twilio reaches the service at `{publicUrl}/callbacks/sms/twilio`. */
  readonly twilio: NonNullable<Config['twilio']>;
  readonly publicUrl: string;
  readonly timeoutMs?: number;
  readonly tracing?: Tracing | null;
}

/** The text provider for Twilio's API. The base URL decides between the real Twilio and the simulator. */
export function twilioProvider({
  twilio,
  publicUrl,
  timeoutMs = placementTimeoutMs,
  tracing = null,
}: TwilioOptions): TextProvider & { close(): Promise<void> } {
  const client = twilioClient({ ...twilio, timeoutMs, tracing });
  const secrets = { ...twilio, publicUrl };
  return {
    name: 'twilio',
    isReady: true,
    send: async (text) => sendResult(await client.post(`${client.baseUrl}/Messages.json`, sendForm(text, publicUrl), text.trace)),
    findSent: (text, span) => findSent(client, text, span),
    listReceived: async (since, page) => receivedPage(await client.get('/Messages.json', receivedQuery(since, page)), since),
    snapshot: async (providerMessageId, trace) =>
      snapshotResult(await client.get(`/Messages/${encodeURIComponent(providerMessageId)}.json`, {}, trace)),
    readStatus: (request) => readStatus(secrets, request),
    readInbound: (request) => readInbound(secrets, request),
    close: () => client.close(),
  };
}

const sendForm = (text: TextToSend, publicUrl: string): URLSearchParams =>
  new URLSearchParams({
    To: text.to,
    From: text.from,
    Body: text.body,
    StatusCallback: statusCallbackUrl(publicUrl, text.messageId),
  });

/**
 * Reads the answer to a send. A 400 is about the text as a rule, and Twilio will not send it. Other refusals (credentials, rate) are about
 * our account, and leave the text unsent. A 408 or a 5xx may come after Twilio has taken the text.
 */
function sendResult(result: Asked): SendResult {
  if (result.kind === 'never_sent') return { kind: 'unavailable', raw: result.raw };
  if (result.kind === 'no_answer') return { kind: 'unknown', raw: result.raw };
  const body = fields(result.body);
  const providerMessageId = identifier(body, 'sid');
  if (result.status >= 200 && result.status < 300 && providerMessageId !== null) return { kind: 'accepted', providerMessageId };
  const errorCode = code(body, 'code');
  if (result.status === 400 && !codesAboutUs.has(errorCode)) {
    return { kind: 'refused', errorCode, reason: reasonOf(errorCode), optedOut: errorCode === optedOutCode };
  }
  const said = result.status >= 400 && result.status < 500 && result.status !== 408;
  return { kind: said ? 'unavailable' : 'unknown', raw: result.raw };
}

/** The codes mean: credentials, the address of our callbacks, too many texts of the sending number waiting. */
const codesAboutUs: ReadonlySet<string | null> = new Set(['20003', '21609', '21611']);

const pageSize = 100;
/** The search ends after this many pages of texts between one pair of numbers. */
const maxPages = 10;

/** Walks Twilio's list, which is newest first, down to messages older than the text. */
async function findSent(client: ProviderClient, sent: Omit<TextToSend, 'messageId'>, { from, until }: Span): Promise<FindSentResult> {
  const oldest = from.getTime() - clockSkewMs;
  const newest = until === undefined ? Number.POSITIVE_INFINITY : until.getTime() + clockSkewMs;
  const found: FoundText[] = [];
  let query: Readonly<Record<string, string>> | null = { To: sent.to, From: sent.from, PageSize: String(pageSize) };
  for (let page = 0; query !== null && page < maxPages; page++) {
    const result = await client.get('/Messages.json', query, sent.trace);
    const body = result.kind === 'answer' && result.status === 200 ? fields(result.body) : null;
    const listed = member(body, 'messages');
    if (!Array.isArray(listed)) return { kind: 'unreachable', raw: result.raw };
    const messages = listed.map(fields);
    for (const message of messages) {
      const event = isOurs(message, sent, { oldest, newest }) ? messageEvent(message) : null;
      if (event) found.unshift({ ...event, takenAt: takenAt(message) });
    }
    const next = messages.some((message) => createdAt(message) < oldest) ? null : nextPage(body);
    query = next === null ? null : queryOf(next);
  }
  return { kind: 'found', events: found, ...(query !== null && { isCut: true }) };
}

/** Returns the query of the next page. Twilio names the page by its whole path, of which only the query differs. */
function nextPage(body: Fields | null): string | null {
  const uri = text(body, 'next_page_uri');
  return uri === null ? null : uri.slice(uri.indexOf('?') + 1);
}

const queryOf = (page: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(page));

/** A page of this many messages stays below the longest answer that is read, however long their bodies are. */
const receivedPageSize = 300;

/** The list has no filter of its own for messages that came in, and `DateSent>` may count in whole days. */
const receivedQuery = (since: Date, page: string | null): Readonly<Record<string, string>> =>
  page === null ? { 'DateSent>': `${since.toISOString().slice(0, -5)}Z`, PageSize: String(receivedPageSize) } : queryOf(page);

function receivedPage(result: Asked, since: Date): ReceivedPage {
  if (result.kind === 'answer' && (result.status === 400 || result.status === 404)) return { kind: 'refused', raw: result.raw };
  const body = result.kind === 'answer' && result.status === 200 ? fields(result.body) : null;
  const listed = member(body, 'messages');
  if (!Array.isArray(listed)) return { kind: 'unreachable', raw: result.raw };
  const messages = listed.map(fields);
  // A message of ours is an end too: there may be thousands between two that came in. One that is to be sent later has no such time.
  const isEnd = messages.some((message) => (timeOf(message, 'date_sent') ?? since) < since);
  return { kind: 'page', texts: messages.flatMap((message) => receivedText(message) ?? []), next: isEnd ? null : nextPage(body) };
}

/** Reads a message that came in. The list does not say what Twilio itself made of it, so its words alone tell the contact's wish. */
function receivedText(message: Fields | null): ListedText | null {
  const [providerMessageId, from, to] = [identifier(message, 'sid'), identifier(message, 'from'), identifier(message, 'to')];
  const cameAt = timeOf(message, 'date_sent') ?? takenAt(message);
  if (text(message, 'direction') !== 'inbound' || providerMessageId === null || from === null || to === null || cameAt === null)
    return null;
  const body = text(message, 'body') ?? '';
  return { providerMessageId, from, to, body, wish: wishOf(body), cameAt };
}

/** True for a message that may be the text. */
const isOurs = (
  message: Fields | null,
  sent: Omit<TextToSend, 'messageId'>,
  { oldest, newest }: { readonly oldest: number; readonly newest: number },
): boolean =>
  text(message, 'to') === sent.to &&
  text(message, 'from') === sent.from &&
  isBodyOf(text(message, 'body') ?? '', sent.body) &&
  createdAt(message) >= oldest &&
  createdAt(message) <= newest;

/** A trial account puts a sentence of its own before the body. Any other longer body is another text. */
const isBodyOf = (listed: string, sent: string): boolean =>
  listed === sent || (listed.startsWith('Sent from your Twilio trial account') && listed.endsWith(` - ${sent}`));

/** A message whose time cannot be read counts as new. */
const createdAt = (message: Fields | null): number => takenAt(message)?.getTime() ?? Number.POSITIVE_INFINITY;

const takenAt = (message: Fields | null): Date | null => timeOf(message, 'date_created');

/** Reads a time of RFC 2822. */
function timeOf(message: Fields | null, name: string): Date | null {
  const at = new Date(text(message, name) ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}

function snapshotResult(result: Asked): TextSnapshot {
  if (result.kind !== 'answer') return { kind: 'unreachable', raw: result.raw };
  if (result.status === 404) return { kind: 'absent' };
  return result.status === 200 ? { kind: 'event', event: messageEvent(fields(result.body)) } : { kind: 'unreachable', raw: result.raw };
}

function messageEvent(message: Fields | null): TextEvent | null {
  const providerMessageId = identifier(message, 'sid');
  const status = text(message, 'status');
  if (providerMessageId === null || status === null) return null;
  const told = eventOf({ providerMessageId, messageId: null }, status, code(message, 'error_code'));
  const sentAt = timeOf(message, 'date_sent');
  const event = told && { ...told, at: told.kind === 'sent' ? sentAt : timeOf(message, 'date_updated'), sentAt };
  // Twilio tells here, and not in a report, whether a text that failed had been sent.
  if (event?.kind !== 'failed' || event.carrier !== 'unsaid') return event;
  return { ...event, carrier: sentAt === null ? 'never_reached' : 'tried' };
}

/** Codes are numbers in JSON, and text everywhere else. */
function code(of: Fields | null, name: string): string | null {
  const value = member(of, name);
  return typeof value === 'number' ? String(value) : text(of, name);
}
