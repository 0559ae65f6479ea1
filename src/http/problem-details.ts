import type { Reply } from './reply.ts';

/**
 * Returns a refusal as `application/problem+json` (RFC 9457) where the caller's `Accept` names that type and does not prefer JSON, and any
 * other reply as it is. The type is the address of the code's page in the documentation. `code` and `details` are those of the envelope.
 */
export function asProblemDetails(reply: Reply, accept: string | undefined, publicUrl: string): Reply {
  if (reply.status < 400 || !isEnvelope(reply.body) || !isPreferred(accept ?? '')) return reply;
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

/** True where the type is named, with a quality that is above zero and not below that of `application/json`. */
function isPreferred(accept: string): boolean {
  const qualities = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const problem = qualities.get('application/problem+json') ?? 0;
  const json = qualities.get('application/json') ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0;
  return problem > 0 && problem >= json;
}

interface Envelope {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === 'object' && body !== null && 'error' in body;
