import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../process/secrets.ts';

/**
 * Verifies `X-Twilio-Signature`: the base64 HMAC-SHA1, keyed by one of the account's tokens, of the address followed by each parameter's
 * name and value in the order of the names. All parameters count, unknown ones too; of a repeated parameter each different value
 * counts once, in order. The signature holds no time, so a callback may be replayed; that is harmless, because each replay says the
 * same again.
 */
export function signatureHolds(
  tokens: readonly string[],
  signature: string,
  addresses: readonly string[],
  parameters: URLSearchParams,
): boolean {
  const signed = parametersText(parameters);
  const given = sha256(signature);
  const isOf = (token: string, address: string): boolean => timingSafeEqual(sha256(twilioSignature(token, address, signed)), given);
  // Every token and address is tried, so that the time does not tell which of them matched.
  return tokens.flatMap((token) => addresses.filter((address) => isOf(token, address))).length > 0;
}

export const twilioSignatureOf = (token: string, address: string, parameters: URLSearchParams): string =>
  twilioSignature(token, address, parametersText(parameters));

const twilioSignature = (token: string, address: string, signed: string): string =>
  createHmac('sha1', token)
    .update(address + signed, 'utf8')
    .digest('base64');

/** Goes through the parameters once: anybody can send many, and `getAll` would go through all of them for each name. */
function parametersText(parameters: URLSearchParams): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of parameters) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value))
    .join('');
}

/**
 * Returns the forms in which Twilio may have written the address it called: with and without the port, and with and without the
 * fragment that asks for repeats, which is never sent.
 */
export function addressesOf(publicUrl: string, url: string, fragment: string): readonly string[] {
  const [, scheme = '', host = '', port = '', path = ''] = /^(https?:\/\/)(\[[^\]]*\]|[^/:?#]*)(:\d+)?(.*)$/i.exec(publicUrl + url) ?? [];
  const usual = scheme.toLowerCase() === 'https://' ? ':443' : ':80';
  const ports = [...new Set([port, '', port || usual])];
  return ports.flatMap((each) => [`${scheme}${host}${each}${path}`, `${scheme}${host}${each}${path}#${fragment}`]);
}
