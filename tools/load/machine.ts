import { availableParallelism, cpus, loadavg } from 'node:os';

/** Describes this machine: what it computes with, and its load now. */
export const machine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the start`;
