import type { Draws } from './draws.ts';
import { maxScriptSteps } from './limits.ts';

/** A step of an own scenario: what happens is its extension's; when, how often and whether is here. */
export interface ScriptStep<Step> {
  readonly afterMs: readonly [number, number];
  /** How often `steps` are gone through. */
  readonly repeat: number;
  readonly steps: readonly Step[];
  /** One of them, by weight; none where it is empty. */
  readonly choices: readonly { readonly weight: number; readonly steps: readonly Step[] }[];
}

/** The steps in the order they come, each at its time. The draws are taken here, all at once. */
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
