import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.ts';

/**
 * The session of a browser on the operator's page: a cookie `ringpost_operator=<expires>.<signature>`. Nothing of it is stored. It is
 * signed with a key that is made from the secret key and the token that opened it, so a new token ends its sessions, and a new
 * secret key all.
 */
type Keys = Pick<Config, 'secretKey'> & { readonly token: string };

const sessionSeconds = 12 * 3_600;
const attributes = 'Path=/api/v1/operator; HttpOnly; SameSite=Strict';

/** Returns the value of `Set-Cookie` that signs a browser in for twelve hours of real time. */
export function newSessionCookie(keys: Keys, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + sessionSeconds;
  return `ringpost_operator=${expires}.${signatureOf(keys, expires).toString('hex')}; Max-Age=${sessionSeconds}; ${attributes}`;
}

/** The value of `Set-Cookie` that signs a browser out. */
export const noSessionCookie = `ringpost_operator=; Max-Age=0; ${attributes}`;

/** Tells whether the header `Cookie` holds a session that this token has opened and that has not expired. */
export function isSession(keys: Keys, cookies: string | undefined, now: Date): boolean {
  const [, expires = '', signature = ''] = /(?:^|;\s*)ringpost_operator=(\d{1,12})\.([0-9a-f]{64})(?:;|$)/.exec(cookies ?? '') ?? [];
  if (signature === '') return false;
  const isOurs = timingSafeEqual(signatureOf(keys, Number(expires)), Buffer.from(signature, 'hex'));
  return isOurs && now.getTime() < Number(expires) * 1_000;
}

function signatureOf({ secretKey, token }: Keys, expires: number): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, token, 'ringpost operator session', 32));
  return createHmac('sha256', key).update(String(expires)).digest();
}
