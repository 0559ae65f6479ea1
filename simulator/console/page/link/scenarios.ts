import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../timeline/stream.ts';
import { get, type Schemas } from './api.ts';

/** The stories that a number can play, and the seed that fixes their details. */
export interface KnownScenarios {
  readonly seed: number | null;
  readonly calls: readonly Schemas['Scenario'][];
  readonly texts: readonly Schemas['TextScenario'][];
}

/** Reads the scenarios, and again after each of `resets`: a run that is played again brings its own seed. */
export function useScenarios(connection: Connection, resets: number): KnownScenarios {
  const [found, setFound] = useState<Schemas['Scenarios'] | null>(null);
  useEffect(() => {
    if (connection === 'lost') return;
    get<Schemas['Scenarios']>('/scenarios').then(setFound, () => undefined);
  }, [connection, resets]);
  return { seed: found?.seed ?? null, calls: found?.scenarios ?? [], texts: found?.texts ?? [] };
}
