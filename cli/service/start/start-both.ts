import { type Service, type StartOptions, startService } from '../../../src/main.ts';
import type { Config } from '../../../src/process/config.ts';
import type { Log } from '../../../src/process/log.ts';
import { type RunningSimulator, type SimulatorWanted, startSimulatorProcess } from './simulator-process.ts';

export interface Both extends Omit<StartOptions, 'log'> {
  readonly config: Config;
  readonly simulator: SimulatorWanted;
}

/**
 * Starts the simulator and the service at the same time, since neither needs the other. If one fails, the other is
 * stopped before the failure is reported.
 */
export async function startBoth({ config, simulator: wanted, ...options }: Both, log: Log): Promise<[RunningSimulator, Service]> {
  const [simulator, service] = await Promise.allSettled([startSimulatorProcess(config, wanted), startService(config, { log, ...options })]);
  if (simulator.status === 'fulfilled' && service.status === 'fulfilled') return [simulator.value, service.value];
  if (simulator.status === 'fulfilled') await simulator.value.stop();
  if (service.status === 'fulfilled') await service.value.stop();
  throw simulator.status === 'rejected' ? simulator.reason : service.status === 'rejected' ? service.reason : new Error('unreachable');
}
