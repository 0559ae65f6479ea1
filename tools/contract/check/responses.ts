import { at, entries, type Findings, type JsonObject, operationsOf } from '../document.ts';

/** The headers of every response of the public API: those of the budget (`C-RATE-01`, `D-191`) and the request's id. */
const everywhere = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit-Policy', 'RateLimit', 'X-Request-Id'];

export function checkResponseHeaders(document: JsonObject): Findings {
  const responses = operationsOf(document).flatMap(({ id, operation }) =>
    entries(at(document, operation, 'responses')).map(([status, response]) => ({
      place: `${id} ${status}`,
      status,
      headers: at(document, response, 'headers'),
    })),
  );
  const problems = responses.flatMap(({ place, status, headers }) => {
    const needed = [
      ...everywhere,
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
      ...(status === '401' ? ['WWW-Authenticate'] : []),
    ];
    const missing = needed.filter((name) => at(document, headers, name) === undefined);
    return missing.map((name) => `${place} lacks the header ${name}.`);
  });
  return { checked: responses.length, problems };
}
