import type { Vector } from './vector.ts';
import { bodyVectors } from './vectors/bodies.ts';
import { forgeryVectors } from './vectors/forgeries.ts';
import { headerVectors } from './vectors/headers.ts';
import { repeatVectors } from './vectors/repeats.ts';

export interface Choice {
  /** Is the one event that is sent; null sends all. */
  readonly event: string | null;
  /** Holds ids of vectors or names of groups; empty means all. */
  readonly only: readonly string[];
}

/** Returns the vectors in the order in which they run. */
export const vectorsFor = ({ event, only }: Choice): readonly Vector[] =>
  [...bodyVectors(event), ...forgeryVectors(), ...headerVectors(), ...repeatVectors()].filter(
    ({ id, group }) => only.length === 0 || only.includes(id) || only.includes(group),
  );
