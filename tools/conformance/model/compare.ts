import type { Comparison } from './comparison.ts';
import { compareDeliveries } from './deliveries.ts';
import { compareReceived } from './received.ts';
import { compareCalls, compareStanding } from './standing.ts';
import { compareTelephones } from './telephones.ts';

/**
 * Compares what exists of a tenant with the model, through the API and with the run's own receiver. It costs three
 * requests for the lists, one for each call, one for each page of 50 deliveries, and one for each of up to five payloads.
 */
export async function compare(comparison: Comparison): Promise<void> {
  await compareStanding(comparison);
  await compareCalls(comparison);
  await compareTelephones(comparison);
  await compareDeliveries(comparison);
  await compareReceived(comparison);
}
