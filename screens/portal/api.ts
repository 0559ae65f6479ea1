import { createClient, NoAnswerError, RefusedError, type ReplyOf, UnreadableAnswerError } from '../../sdk/client.ts';
import { jsonIn } from '../../simulator/console/page/frame/json-in.ts';
import { keep, read } from '../../simulator/console/page/frame/kept.ts';
import { Refusal } from '../parts/refusal.ts';

/** The public API as the portal asks it: by the session's cookie, beside a header that no page of another site can send. */

export type { ReplyOf };

/** What a session may do, and until when. None of it is secret; the session itself is a cookie that no script can read. */
export interface Session {
  readonly tenantId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
}

const name = 'ringpost-portal';
/** The page is at `…/portal`, whatever path a proxy puts before it. */
const base = new URL('.', location.href).href;
let session: Session | null = JSON.parse(read(name, 'sessionStorage') || 'null');

/** Names the tenant that this page shows, so that a link that was opened meanwhile in this browser does not change it. */
const ofThisPage = () => ({ 'x-ringpost-page': session?.tenantId ?? 'none' });

/** Asks as the SDK does. It has no key: the browser adds the session's cookie. */
const askHere: typeof fetch = (url, init) => {
  const { authorization, ...headers } = Object.fromEntries(new Headers(init?.headers));
  return fetch(url, { ...init, headers: { ...headers, ...ofThisPage() } });
};
const clientThat = (ask: typeof fetch) => createClient({ baseUrl: `${base}api/v1/public`, apiKey: '', maxTries: 1, fetch: ask });

export const api = clientThat(askHere);

/** Reads a delivery, whose payload keeps every digit of its numbers: the SDK's own reading is that of JavaScript. */
export async function readDelivery(id: string): Promise<ReplyOf<'readWebhookDelivery'>> {
  let text = '';
  const client = clientThat(async (url, init) => {
    const response = await askHere(url, init);
    text = await response.clone().text();
    return response;
  });
  const delivery = await client.readWebhookDelivery({ id });
  const { payload } = jsonIn(text) as typeof delivery; // The SDK has read the same text.
  return { ...delivery, payload };
}

/** Words an operation's failure for people. */
export const worded = <Body>(answer: Promise<Body>): Promise<Body> =>
  answer.catch((error: unknown) => {
    if (error instanceof RefusedError) throw new Refusal(error.code, error.message.replace(`${error.code}: `, ''), error.requestId);
    if (error instanceof NoAnswerError) throw unreachable();
    if (error instanceof UnreadableAnswerError) throw unreadable(error.status);
    throw error;
  });

const unreachable = (): Refusal => new Refusal('unreachable', 'Nothing answers. Is this machine online?');
/** A proxy has answered in the place of the service. */
const unreadable = (status: number): Refusal => new Refusal('unknown', `The answer was ${status}.`);

/** Returns the link in the page's address. */
export const linkInAddress = (): string | undefined => /^#(rp_link_\w+)$/.exec(location.hash)?.[1];

/**
 * Opens the link in the page's address, once, and takes it out of the address. Without one, or where it is refused, the session of this
 * browser goes on, which another tab may have opened. Throws where it is not known whether the link is good: it stays in the address then,
 * for another try.
 */
export async function openSession(): Promise<{ readonly session: Session | null; readonly isRefused: boolean }> {
  const link = linkInAddress();
  if (link !== undefined) {
    const response = await askOfSession('POST', { authorization: `Bearer ${link}` });
    const opened = response.ok ? take(await response.text()) : null;
    history.replaceState(null, '', location.pathname);
    if (opened !== null) return { session: opened, isRefused: false };
  } else if (session !== null) return { session, isRefused: false };
  const response = await askOfSession('GET');
  return { session: take(response.ok ? await response.text() : 'null'), isRefused: link !== undefined };
}

function take(text: string): Session | null {
  const given: Session | null = JSON.parse(text);
  if (given !== null && !Array.isArray(given.scopes)) throw new Error('The answer holds no session.');
  session = given;
  keep(name, text, 'sessionStorage');
  return session;
}

export async function endSession(): Promise<void> {
  await askOfSession('DELETE');
  keep(name, '', 'sessionStorage');
}

/** Throws unless the answer is a success or says that the link or the session is not good. */
async function askOfSession(method: 'GET' | 'POST' | 'DELETE', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(`${base}portal/session`, { method, headers: { ...ofThisPage(), ...headers } }).catch(() => null);
  if (response === null) throw unreachable();
  if (response.ok || response.status === 401) return response;
  const { error } = await response.json().catch(() => ({}));
  throw error ? new Refusal(error.code, error.message, response.headers.get('x-request-id')) : unreadable(response.status);
}
