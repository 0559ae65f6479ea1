import { type Dispatcher, request } from 'undici';
import type { Spent } from './budgets.ts';
import type { Service } from './service.ts';
import type { Spender } from './system.ts';

/** What somebody was answered who asks for more than its budget all the time. */
export interface Spending {
  readonly spent: Spent[];
  refused: number;
}

const patienceMs = 10_000;

/**
 * Sends a write that takes a token and changes nothing. Where no answer comes, or a fault is told, nobody can say whether the token was
 * taken, so it is not counted.
 */
export async function spendOnce({ apiKey }: Spender, { publicUrl }: Service, spending: Spending, dispatcher?: Dispatcher): Promise<void> {
  const from = performance.now();
  const status = await request(`${publicUrl}/api/v1/public/webhooks/whe_01kaezs0a1b2c3d4e5f6g7h8j9`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(patienceMs),
    ...(dispatcher && { dispatcher }),
  }).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    },
    () => 0,
  );
  if (status === 404) spending.spent.push({ from, to: performance.now() });
  else if (status === 429) spending.refused += 1;
  else if (status >= 400 && status < 500) throw new Error(`a request that spends a budget was answered ${status}`);
}
