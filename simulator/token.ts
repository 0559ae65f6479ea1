import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../src/process/secrets.ts';
import { refusal } from './control-api.ts';
import { type Switchboard, write } from './server.ts';
import { destinationOf } from './switchboard.ts';
import { addressed } from './whose.ts';

/**
 * Asks for the token on every path of the console and the control API. The wires of others have keys of their own, or,
 * like a recording's link, have none at the real providers either. A browser asks its user for the token as a password
 * and sends it by itself from then on; a page of another site gains nothing by that, because of the guard before this.
 */
export function withToken(connect: Switchboard, token: string | null): Switchboard {
  if (token === null) return connect;
  const wanted = sha256(token);
  return (message, response, body) => {
    const path = addressed(message).rest.split('?')[0] ?? '/';
    const isOpen = destinationOf(message.method, path).kind !== 'simulator' || /^\/(healthz|recordings\/[\w-]+\.wav)$/.test(path);
    const given = isOpen ? null : tokenIn(message.headers.authorization ?? '');
    if (isOpen || (given !== null && timingSafeEqual(sha256(given), wanted))) return connect(message, response, body);
    const refused = refusal(401, 'token_required', 'This simulator asks for a token, as Bearer or as the password of Basic.');
    refused.headers.set('www-authenticate', 'Basic realm="Ringpost simulator", charset="UTF-8"');
    return write(response, refused);
  };
}

function tokenIn(authorization: string): string | null {
  const [, scheme, text] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme === undefined || text === undefined) return null;
  return scheme.toLowerCase() === 'bearer'
    ? text
    : Buffer.from(text, 'base64')
        .toString()
        .replace(/^[^:]*:/, '');
}
