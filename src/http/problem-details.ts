import type { Reply } from './reply.ts';

/**
 * Returns a refusal as `application/problem+json` (RFC 9457) where the caller's `Accept` names that type, and any other reply as it is. The
 * type is the address of the code's page in the documentation. `code` and `details` are those of the envelope.
 */
export function asProblemDetails(reply: Reply, accept: string | undefined, publicUrl: string): Reply {
  if (reply.status < 400 || !isEnvelope(reply.body) || !wanted.test(accept ?? '')) return reply;
  const { code, message, details } = reply.body.error;
  return {
    status: reply.status,
    headers: { ...reply.headers, 'Content-Type': 'application/problem+json', Vary: 'Accept' },
    body: {
      type: `${publicUrl}/docs/errors/${code}.html`,
      title: `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`,
      status: reply.status,
      detail: message,
      code,
      ...(details === undefined ? {} : { details }),
    },
  };
}

/** A quality of zero means that the type is not wanted. */
const wanted = /\bapplication\/problem\+json\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

interface Envelope {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === 'object' && body !== null && 'error' in body;
