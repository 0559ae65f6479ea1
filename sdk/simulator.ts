/** `ringpost/simulator`: the simulator as a library. */
export { numberFor } from '../simulator/scenarios.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from '../simulator/simulator.ts';
export { textNumberFor } from '../simulator/text-scenarios.ts';
