import { createClient, NoAnswerError, RefusedError, type ReplyOf } from '../../sdk/client.ts';
import { keep, read } from '../../simulator/console/page/frame/kept.ts';
import { Refusal } from '../operator/api.ts';

/** The public API as the portal asks it: by the session's cookie, beside the header that no page of another site can send. */

export type { ReplyOf };

const ofOurPage = { 'x-ringpost-page': '1' };
/** The page is at `…/portal`, whatever path a proxy puts before it. */
const base = new URL('.', location.href).href;

/** The client of the SDK. It has no key: the browser adds the session's cookie. */
export const api = createClient({
  baseUrl: `${base}api/v1/public`,
  apiKey: '',
  maxTries: 1,
  fetch: (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    headers.set('x-ringpost-page', '1');
    return fetch(url, { ...init, headers });
  },
});

/** Words an operation's failure for people. */
export const worded = <Body>(answer: Promise<Body>): Promise<Body> =>
  answer.catch((error: unknown) => {
    if (error instanceof RefusedError) throw new Refusal(error.code, error.message.replace(`${error.code}: `, ''));
    if (error instanceof NoAnswerError) throw new Refusal('unreachable', 'Nothing answers. Is this machine online?');
    throw error;
  });

/** What a session may do, and until when. Neither is secret; the session itself is a cookie that no script can read. */
export interface Session {
  readonly scopes: readonly string[];
  readonly expiresAt: string;
}

const name = 'ringpost-portal';

/** Opens the link in the page's address, once, and takes it out of the address. Without one, what an earlier link opened goes on. */
export async function openSession(): Promise<Session | null> {
  const link = /^#(rp_link_\w+)$/.exec(location.hash)?.[1];
  if (link === undefined) return JSON.parse(read(name, 'sessionStorage') || 'null') as Session | null;
  history.replaceState(null, '', location.pathname);
  const headers = { ...ofOurPage, authorization: `Bearer ${link}` };
  const response = await fetch(`${base}portal/session`, { method: 'POST', headers }).catch(() => null);
  if (!response?.ok) return null;
  const text = await response.text();
  keep(name, text, 'sessionStorage');
  return JSON.parse(text) as Session;
}

export async function endSession(): Promise<void> {
  keep(name, '', 'sessionStorage');
  await fetch(`${base}portal/session`, { method: 'DELETE', headers: ofOurPage }).catch(() => null);
}
