import type { Bucket } from '../pacing/pacing.ts';
import type { Config } from '../process/config.ts';
import { failureBudget } from '../tenants/rate-budget.ts';
import { addressReader, type Sent } from './address.ts';

/** Finds the budget of failed authentications of the address that a request came from. All listeners take from the same one. */
export function failureBudgets(config: Pick<Config, 'trustedProxies' | 'failedAuthenticationsPerMinute'>): (sent: Sent) => Bucket {
  const addressOf = addressReader(config.trustedProxies);
  return (sent) => failureBudget(addressOf(sent), config.failedAuthenticationsPerMinute);
}
