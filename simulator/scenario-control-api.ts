import { HttpResponse } from 'msw';
import { BadFile } from './bad-file.ts';
import { refusal, scenarioView, textScenarioView } from './control-api.ts';
import { type ControlOperation, ok } from './control-operations.ts';
import { BlockTaken } from './own-scenarios.ts';
import type { ScenarioFiles } from './scenario-file.ts';

/** Implements the operations of own scenarios. The body is the file; JSON is YAML too. */
export function scenarioOperations(files: ScenarioFiles): Readonly<Record<string, ControlOperation>> {
  return {
    addScenarios({ text }) {
      try {
        const added = files.add(text);
        return ok({ scenarios: added.scenarios.map(scenarioView), texts: added.texts.map(textScenarioView) }, 201);
      } catch (error) {
        if (error instanceof BlockTaken) return refusal(409, 'conflict', error.message);
        if (!(error instanceof BadFile)) throw error;
        const details = { mistakes: error.mistakes };
        return HttpResponse.json({ error: { code: 'invalid_scenarios', message: error.message, details } }, { status: 400 });
      }
    },
  };
}
