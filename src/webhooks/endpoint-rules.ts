import { escapePointer } from '../contract/json-pointer.ts';
import { invalidMembers } from '../contract/problems.ts';
import { invalidWebhookUrl, type Problem } from '../errors.ts';
import { type AddressGuard, hostOf } from '../network/address-guard.ts';
import { isHeaderName } from '../network/header-name.ts';
import { maxEndpointHeaderBytes, maxEndpointHeaders } from '../process/limits.ts';
import { parseUrl } from '../process/parse-url.ts';

/**
 * Makes the URL that is stored and used from the caller's text. It is parsed once, because two parsers that disagree can be used to
 * get past a check. Throws `invalid_webhook_url`, with the broken rule in `details.reason`.
 */
export async function admitUrl(
  text: string,
  rules: { readonly production: boolean; readonly guard: Pick<AddressGuard, 'judge'> },
): Promise<string> {
  const url = parse(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalidWebhookUrl('unsupported_scheme', 'url must be an https URL.');
  if (url.username || url.password) throw invalidWebhookUrl('credentials', 'url must not hold a user name or a password.');
  if (url.port === '0') throw invalidWebhookUrl('port', 'url must not name port 0, which nobody listens on.');
  if (rules.production && url.protocol !== 'https:') throw invalidWebhookUrl('https_required', 'url must be an https URL.');
  if ((await rules.guard.judge(url)) !== 'public') throw invalidWebhookUrl('private_address', 'url must lead to a public address.');
  return url.href;
}

function parse(text: string): URL {
  const url = text.length > maxUrlLength ? null : parseUrl(text);
  if (url === null) throw invalidWebhookUrl('unparseable', `url must be a complete URL of at most ${maxUrlLength} characters.`);
  // A parser drops or encodes these characters, so that the URL would differ from the one that was sent (D-9).
  if (/[\p{Cc}\s]/u.test(text)) throw invalidWebhookUrl('characters', 'url must not hold spaces, line breaks or control characters.');
  // A fragment is never sent, and a host's last dot would end up in certificates and Host headers.
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = hostOf(url);
  return url;
}

const maxUrlLength = 2_048;

/**
 * Returns the extra headers that will be sent. All of them are checked, then those that matter to security are dropped silently
 * (`F-ENDPOINT-06`). A header that would throw when it is sent must be refused here, or the endpoint would fail for ever.
 */
export function admitHeaders(headers: Readonly<Record<string, string>>, standardWebhooks = false): Readonly<Record<string, string>> {
  const entries = Object.entries(headers);
  const sent = entries.filter(([name]) => !isReserved(name));
  const problems = [...tooMany(entries), ...entries.flatMap(([name, value]) => problemsOf(name, value)), ...repeated(sent)];
  if (problems.length > 0) throw invalidMembers(problems);
  // It uses `fromEntries`, because assigning to `__proto__`, a valid header name, would lose it.
  const admitted = Object.fromEntries(sent);
  return standardWebhooks ? withoutStandardHeaders(admitted) : admitted;
}

/** Drops the names of Standard Webhooks' headers, for an endpoint whose deliveries carry those: a second value would break the signature. */
export const withoutStandardHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^webhook[-_](id|timestamp|signature)$/i.test(name)));

/**
 * True for headers that Ringpost sets, or that are dangerous to let a tenant set. Case does not matter, and `_` counts as `-`,
 * because CGI, PHP and WSGI take them for one (D-10).
 */
function isReserved(name: string): boolean {
  const folded = name.toLowerCase().replaceAll('_', '-');
  return reservedNames.has(folded) || reservedPrefixes.some((prefix) => folded.startsWith(prefix));
}

const reservedNames: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'cookie',
  'forwarded',
  'user-agent',
]);
const reservedPrefixes = ['content-', 'proxy-', 'x-forwarded-', 'x-webhook-'] as const;

function tooMany(entries: readonly (readonly [string, string])[]): readonly Problem[] {
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  return [
    ...(entries.length > maxEndpointHeaders ? [{ path: '/body/headers', message: `must have at most ${maxEndpointHeaders} headers` }] : []),
    ...(bytes > maxEndpointHeaderBytes
      ? [{ path: '/body/headers', message: `must be at most ${maxEndpointHeaderBytes} bytes in all` }]
      : []),
  ];
}

/** Finds names that differ only by case: they would be sent as one header with two values. */
function repeated(entries: readonly (readonly [string, string])[]): readonly Problem[] {
  const first = new Map<string, string>();
  return entries.flatMap(([name]) => {
    const earlier = first.get(name.toLowerCase());
    first.set(name.toLowerCase(), earlier ?? name);
    return earlier === undefined ? [] : [{ path: pathOf(name), message: `is the same header as ${earlier}` }];
  });
}

function problemsOf(name: string, value: string): readonly Problem[] {
  const path = pathOf(name);
  return [
    ...(isHeaderName(name) ? [] : [{ path, message: "must be named with letters, digits and !#$%&'*+-.^_`|~ only" }]),
    ...(printable.test(value) ? [] : [{ path, message: 'must have a value of printable ASCII characters, without line breaks' }]),
  ];
}

const pathOf = (name: string): string => `/body/headers/${escapePointer(name)}`;

const printable = /^[\x20-\x7e]*$/;
