import { createHmac } from 'node:crypto';

/** The fields of a form in the order they are sent. A name may be repeated. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * Computes Twilio's `X-Twilio-Signature`: base64 HMAC-SHA1, keyed by the auth token, of the requested URL with its
 * query, followed by each parameter's name and value without separators, sorted by name. Of a repeated name each
 * different value counts once, in order. A fragment is never sent, so it is not signed.
 */
export function twilioSignature(authToken: string, url: string, parameters: Parameters): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of parameters) values.set(name, (values.get(name) ?? new Set()).add(value));
  const signed = [...values]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([name, each]) => [...each].sort(byCodeUnit).map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(withoutFragment(url) + signed.join(''), 'utf8')
    .digest('base64');
}

export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
