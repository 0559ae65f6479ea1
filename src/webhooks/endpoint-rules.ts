import { escapePointer } from '../contract/json-pointer.ts';
import { invalidRequest, invalidWebhookUrl, type Problem } from '../errors.ts';
import { type AddressGuard, hostOf } from '../network/address-guard.ts';
import { maxEndpointHeaderBytes, maxEndpointHeaders } from '../process/limits.ts';

/**
 * The URL that will be stored and used, made from what the caller wrote: parsed once, because two parsers that disagree
 * are how guards are passed. Throws `invalid_webhook_url`, with the rule that it breaks in `details.reason`.
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
  if (!URL.canParse(text) || text.length > maxUrlLength)
    throw invalidWebhookUrl('unparseable', `url must be a complete URL of at most ${maxUrlLength} characters.`);
  // A parser drops or encodes these, so that the URL would be another one than was sent.
  if (/[\p{Cc}\s]/u.test(text)) throw invalidWebhookUrl('characters', 'url must not hold spaces, line breaks or control characters.');
  const url = new URL(text);
  // A fragment is never sent, and a host's last dot would end up in certificates and Host headers.
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = hostOf(url);
  return url;
}

const maxUrlLength = 2_048;

/**
 * The extra headers that will be sent: all of them are checked, then the security-critical ones are left out without a
 * word (spec, Webhook endpoint). What would throw at send time must not get in here, or the endpoint fails for ever.
 */
export function admitHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers);
  const sent = entries.filter(([name]) => !isReserved(name));
  const problems = [...tooMany(entries), ...entries.flatMap(([name, value]) => problemsOf(name, value)), ...repeated(sent)];
  if (problems.length > 0) throw invalidRequest('headers are not valid.', problems);
  // fromEntries, because assigning to `__proto__`, a fine header name, would lose it.
  return Object.fromEntries(sent);
}

/** Ours to set, or dangerous to let anyone set. Whatever their case; `_` counts as `-`, since CGI, PHP and WSGI take them for one. */
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

/** Names of headers have no case: two that differ by it would be sent as one header with two values. */
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
    ...(token.test(name) ? [] : [{ path, message: "must be named with letters, digits and !#$%&'*+-.^_`|~ only" }]),
    ...(printable.test(value) ? [] : [{ path, message: 'must have a value of printable ASCII characters, without line breaks' }]),
  ];
}

const pathOf = (name: string): string => `/body/headers/${escapePointer(name)}`;

/** RFC 9110: field-name. */
const token = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
const printable = /^[\x20-\x7e]*$/;
