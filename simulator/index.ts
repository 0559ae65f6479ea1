/** `@ringpost/simulator`: the simulator as a library. */
export { numberFor } from './scenarios.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
export { textNumberFor } from './text-scenarios.ts';
