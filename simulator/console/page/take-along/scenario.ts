import { writtenScenario } from '../../../written-scenario.ts';
import type { PlayedCall } from './played-call.ts';

/** Writes the call as a file for `--scenarios`, under a name of its own. */
export const scenarioOfCall = (call: PlayedCall): string =>
  writtenScenario({
    ...call,
    name: `${(call.scenario ?? 'call').slice(0, 56)}-again`,
    description: `As ${call.number} went in the console.`,
  });
