import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';

/** Starts a simulator for one test, or with `{ after }` of node:test for a whole file, and stops it after it. */
export async function simulatorFor(t: { after(clean: () => Promise<void>): void }, options?: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator(options);
  t.after(() => simulator.stop());
  return simulator;
}
