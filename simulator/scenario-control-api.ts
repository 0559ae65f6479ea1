import { HttpResponse } from 'msw';
import { refusal, scenarioView } from './control-api.ts';
import { type ControlOperation, ok } from './control-operations.ts';
import { BadScenarioFile, readScenarioFile } from './scenario-file.ts';
import { BlockTaken, type Scenarios } from './scenarios.ts';

/** Own scenarios over HTTP: the file is the body. JSON is YAML too. */
export function scenarioOperations(scenarios: Scenarios): Readonly<Record<string, ControlOperation>> {
  return {
    addScenarios({ text }) {
      try {
        return ok({ scenarios: scenarios.add(readScenarioFile(text)).map(scenarioView) }, 201);
      } catch (error) {
        if (error instanceof BlockTaken) return refusal(409, 'conflict', error.message);
        if (!(error instanceof BadScenarioFile)) throw error;
        const details = { mistakes: error.mistakes };
        return HttpResponse.json({ error: { code: 'invalid_scenarios', message: error.message, details } }, { status: 400 });
      }
    },
  };
}
