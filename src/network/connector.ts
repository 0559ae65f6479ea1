import type { LookupFunction, OnReadOpts } from 'node:net';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

export interface ConnectorOptions {
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
  /** Holds the trusted certificates, by default Node's. */
  readonly secureContext?: SecureContext;
}

/** Where to connect. With `onread` the socket gives its bytes to that, and makes no stream of them (`net.connect`). */
export type Target = buildConnector.Options & { readonly onread?: OnReadOpts };

export type Connect = (target: Target, callback: buildConnector.Callback) => void;

/**
 * Opens connections, with undici for its connect timeout and TLS. All share one secure context, since each new one would parse every root certificate
 * again. The TLS session of an origin's last connection shortens the next handshake. (undici keeps sessions too, but
 * only until the next garbage collection.)
 */
export function connector({ lookup, timeoutMs, secureContext = createSecureContext() }: ConnectorOptions): Connect {
  const sessions = new Map<string, Buffer>();
  const usual = { lookup, timeout: timeoutMs, keepAlive: true, allowH2: false, autoSelectFamilyAttemptTimeout: nextAddressAfterMs };
  return ({ onread, ...target }, callback) => {
    const options = onread ? { ...usual, onread } : usual;
    if (target.protocol !== 'https:') return buildConnector(options)(target, callback);
    // A session vouches for the certificate's name, so it belongs to one host and port.
    const origin = `${target.hostname}:${target.port}`;
    const session = sessions.get(origin);
    const secure = buildConnector({ ...options, secureContext, maxCachedSessions: 0, ...(session ? { session } : {}) });
    secure(target, (...answer) => {
      const [error, socket] = answer;
      if (error) sessions.delete(origin);
      else remember(sessions, origin, socket as TLSSocket); // undici's type does not say that https makes a TLSSocket.
      callback(...answer);
    });
  };
}

/** Node would give each of a receiver's addresses 250 ms, which is less than one lost packet costs. */
const nextAddressAfterMs = 1_500;
const maxSessions = 2_000;

/** Keeps the newest session. TLS 1.3 sends its tickets after the handshake, and each is best used once. */
function remember(sessions: Map<string, Buffer>, origin: string, socket: TLSSocket): void {
  const keep = (session: Buffer): void => {
    sessions.delete(origin);
    sessions.set(origin, session);
    for (const oldest of sessions.keys()) {
      if (sessions.size <= maxSessions) break;
      sessions.delete(oldest);
    }
  };
  const session = socket.getProtocol() === 'TLSv1.3' ? undefined : socket.getSession();
  if (session) keep(session);
  socket.on('session', keep);
}
