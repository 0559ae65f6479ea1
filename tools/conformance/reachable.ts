import type { Operator } from './driver/means.ts';
import type { Connections } from './exchange.ts';

/** Thrown if the run is impossible, so that nothing can be said about the deployment. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
}

/**
 * Expects that the API answers. A deployment that does not answer, or refuses the key, would pass every check that is
 * skipped. `hasAgents` is false for a service without the operation that is asked.
 */
export async function expectApi({ exchange }: Connections, baseUrl: string, apiKey: string | null, hasAgents: boolean): Promise<void> {
  const asked = {
    method: 'GET',
    url: `${baseUrl}/agents`,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: null,
  };
  const { status, text } = await exchange(asked).catch((error: unknown) => {
    throw new Unjudgeable(`Nobody answers at ${baseUrl} (${reasonOf(error)}).`);
  });
  if (status === 404 && hasAgents)
    throw new Unjudgeable(
      `There is no public API at ${baseUrl}: ${asked.url} answers 404. Is the path prefix there, such as /api/v1/public?`,
    );
  if (status === 401 && apiKey !== null)
    throw new Unjudgeable(`${baseUrl} does not take the API key (--api-key, RINGPOST_API_KEY): 401 ${text.slice(0, 200)}`);
}

export async function expectOperator(operator: Operator): Promise<void> {
  await operator.now().catch((error: unknown) => {
    throw new Unjudgeable(`The operator API cannot be used: ${reasonOf(error)}.`);
  });
}

/** Returns the reason of a fetch error, which is in its cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause);
}
