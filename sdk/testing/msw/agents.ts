import { agentText } from '../../../src/agents/agent.ts';
import { checkRules } from '../../../src/agents/extraction-schema.ts';
import { memberOf } from '../../../src/contract/json-members.ts';
import { arrayText, objectText, RawJson, rawJson } from '../../../src/contract/raw-json.ts';
import { newAjv } from '../../../src/contract/validator.ts';
import { invalidExtractionSchema } from '../../../src/errors.ts';
import type { Asked, Operation } from './account.ts';

export const listAgents: Operation<'listAgents'> = ({ objects }) =>
  new RawJson(objectText({ agents: rawJson(arrayText([...objects.agents.values()].map(agentText))) }));

export const readAgent: Operation<'readAgent'> = ({ objects }, { path }) => new RawJson(agentText(objects.agents.one(path.id)));

export const setExtractionSchema: Operation<'setExtractionSchema'> = ({ objects, time }, { path, body, rawBody }) => {
  const agent = {
    ...objects.agents.one(path.id),
    extraction_schema: body.schema === null ? null : (memberOf(rawBody, 'schema') ?? null),
    updated_at: time.now(),
  };
  objects.agents.set(agent.id, agent);
  return new RawJson(agentText(agent));
};

/** Checks the service's rules, and compiles the schema without the service's limits of time and memory. */
export function checkExtractionSchema({ body: { schema } }: Asked<'setExtractionSchema'>): void {
  if (schema === null) return;
  checkRules(schema);
  try {
    // `checkRules` has found it to be an object.
    newAjv().compile(schema as object);
  } catch (error) {
    throw invalidExtractionSchema('', error instanceof Error ? error.message : String(error));
  }
}
