import type { Operator } from './driver/means.ts';
import type { Connections } from './exchange.ts';

/** Thrown if the run is impossible, so that nothing can be said about the deployment. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
}

interface Expected {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Is false for a service without the operation that is asked. */
  readonly hasAgents: boolean;
  /** Tells that checks are run in the tenant of the key, and not in tenants of their own. */
  readonly needsAgent: boolean;
}

/**
 * Expects that the API answers, and that the checks have an agent. Otherwise nearly every check would be skipped, and the
 * deployment would pass the others.
 */
export async function expectApi({ exchange }: Connections, { baseUrl, apiKey, hasAgents, needsAgent }: Expected): Promise<void> {
  const asked = {
    method: 'GET',
    url: `${baseUrl}/agents`,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: null,
  };
  const { status, text, json } = await exchange(asked).catch((error: unknown) => {
    throw new Unjudgeable(`Nobody answers at ${baseUrl} (${reasonOf(error)}).`);
  });
  if (status === 404 && hasAgents)
    throw new Unjudgeable(
      `There is no public API at ${baseUrl}: ${asked.url} answers 404. Is the path prefix there, such as /api/v1/public?`,
    );
  if (status === 401 && apiKey !== null)
    throw new Unjudgeable(`${baseUrl} does not take the API key (--api-key, RINGPOST_API_KEY): 401 ${text.slice(0, 200)}`);
  if (!needsAgent) return;
  if (status === 403) throw new Unjudgeable(`The API key may not list the tenant's agents: 403 ${text.slice(0, 200)}`);
  if (status === 200 && (json as { agents?: readonly unknown[] } | undefined)?.agents?.length === 0)
    throw new Unjudgeable('The tenant of the API key has no agent, and the checks need one: make one, or give the key of another tenant.');
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
