/** `@ringpost/testing/simulator`: a client of a simulator that runs elsewhere, and the numbers of its stories. */
export { numberFor } from '../../simulator/scenarios.ts';
export { textNumberFor } from '../../simulator/text-scenarios.ts';
export { SimulatorError } from './simulator/ask.ts';
export { type SimulatorClient, simulatorClient } from './simulator/simulator-client.ts';
