import type { Bucket } from '../pacing/pacing.ts';
import type { Config } from '../process/config.ts';
import { addressReader, type Sent } from './address.ts';

/**
 * Returns a function that finds the budget of failed authentications for a request's IP address. It is checked only after
 * a key has failed, so exceeding it never affects a valid key. All listeners use the same budgets.
 */
export function failureBudgets(config: Pick<Config, 'trustedProxies' | 'failedAuthenticationsPerMinute'>): (sent: Sent) => Bucket {
  const addressOf = addressReader(config.trustedProxies);
  return (sent) => ({ owner: addressOf(sent), key: 'authentication', limit: config.failedAuthenticationsPerMinute });
}
