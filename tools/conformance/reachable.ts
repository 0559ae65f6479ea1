import type { Connections } from './exchange.ts';
import type { Operator } from './operator.ts';

/** The run cannot be: nothing could be said of the deployment. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
}

/** What nobody answers, or answers to somebody else, would pass every check that is skipped. */
export async function expectApi({ exchange }: Connections, baseUrl: string, apiKey: string | null): Promise<void> {
  const asked = {
    method: 'GET',
    url: `${baseUrl}/agents`,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: null,
  };
  const { status, text } = await exchange(asked).catch((error: unknown) => {
    throw new Unjudgeable(`Nobody answers at ${baseUrl} (${reasonOf(error)}).`);
  });
  if (status === 404)
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

/** What fetch rejects with tells why in its cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause);
}
