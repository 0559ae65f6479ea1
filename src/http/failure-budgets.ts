import type { Bucket } from '../pacing/pacing.ts';
import type { Config } from '../process/config.ts';
import { failureBudget } from '../tenants/rate-budget.ts';
import { addressReader, type Sent } from './address.ts';

/**
 * Returns a function that finds the budget of failed authentications for a request's IP address. All listeners use the
 * same budgets.
 */
export function failureBudgets(config: Pick<Config, 'trustedProxies' | 'failedAuthenticationsPerMinute'>): (sent: Sent) => Bucket {
  const addressOf = addressReader(config.trustedProxies);
  return (sent) => failureBudget(addressOf(sent), config.failedAuthenticationsPerMinute);
}
