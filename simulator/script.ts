import type { Draws } from './draws.ts';
import { maxScriptSteps } from './limits.ts';

/** A step of an own scenario: its time, repetition and probability. Extensions add what happens. */
export interface ScriptStep<Step> {
  readonly afterMs: readonly [number, number];
  /** Is how often `steps` are run. */
  readonly repeat: number;
  readonly steps: readonly Step[];
  /** Holds alternatives, of which one is chosen by weight; empty means none. */
  readonly choices: readonly { readonly weight: number; readonly steps: readonly Step[] }[];
}

/** Returns the steps in order, each with its time. All draws are made here at once. */
export function timed<Step extends ScriptStep<Step>>(script: readonly Step[], draws: Draws): readonly { ms: number; step: Step }[] {
  const found: { ms: number; step: Step }[] = [];
  let ms = 0;
  const walk = (some: readonly Step[]): void => {
    for (const step of some) {
      ms += draws.between(...step.afterMs);
      if (found.length < maxScriptSteps) found.push({ ms, step });
      for (let round = 0; round < step.repeat && found.length < maxScriptSteps; round++) walk(step.steps);
      if (step.choices.length > 0) walk(chosen(step.choices, draws));
    }
  };
  walk(script);
  return found;
}

function chosen<Step>(choices: ScriptStep<Step>['choices'], draws: Draws): readonly Step[] {
  let left = draws.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, steps } of choices) {
    left -= weight;
    if (left < 0) return steps;
  }
  return choices.at(-1)?.steps ?? [];
}
