import type { Connection } from '../timeline/stream.ts';
import type { Schemas } from './api.ts';
import { useReading } from './reading.ts';

/** The stories that a number can play, and the seed that fixes their details. */
export interface KnownScenarios {
  readonly seed: number | null;
  readonly calls: readonly Schemas['Scenario'][];
  readonly texts: readonly Schemas['TextScenario'][];
}

/** Reads the scenarios, and again after each of `resets`: a run that is played again brings its own seed. */
export function useScenarios(connection: Connection, resets: number): KnownScenarios {
  const { answer: found } = useReading<Schemas['Scenarios']>(connection === 'lost' ? null : '/scenarios', resets);
  return { seed: found?.seed ?? null, calls: found?.scenarios ?? [], texts: found?.texts ?? [] };
}
