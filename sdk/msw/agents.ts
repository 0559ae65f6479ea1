import { newAjv } from '../../src/contract/validator.ts';
import { type Account, type Agent, type Operation, once } from './account.ts';
import { Refusal } from './refusal.ts';

export const listAgents: Operation<'listAgents'> = ({ agents }) => ({ status: 200, body: { agents: [...agents.values()].map(view) } });

export const readAgent: Operation<'readAgent'> = (account, { path }) => ({ status: 200, body: view(find(account, path.id)) });

export const setExtractionSchema: Operation<'setExtractionSchema'> = (account, request) => {
  const agent = find(account, request.path.id);
  return once(account, `setExtractionSchema/${agent.id}`, request, () => {
    const { schema } = request.body;
    if (schema !== null) checkSchema(schema);
    agent.extractionSchema = schema;
    agent.updatedAt = account.time.now();
    return { status: 200 as const, body: view(agent) };
  });
};

const view = ({ id, name, isDefault, extractionSchema, updatedAt }: Agent) => ({
  id,
  name,
  isDefault,
  extractionSchema,
  updatedAt: updatedAt.toISOString(),
});

function find({ agents }: Account, id: string): Agent {
  const agent = agents.get(id);
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

/** Checks the rules at a schema's root, and that it compiles. The service checks every level. */
function checkSchema(schema: unknown): asserts schema is Record<string, unknown> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw refused('', 'The schema must be a JSON object.');
  const { type, properties = {}, required = [] }: { type?: unknown; properties?: object; required?: unknown } = schema;
  if (type !== 'object') throw refused('/type', 'The schema must have type "object" at its root.');
  if (Buffer.byteLength(JSON.stringify(schema)) > maxBytes)
    throw refused('', `The schema is larger than ${maxBytes} bytes of compact JSON.`);
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const stranger = names.findIndex((name) => !Object.hasOwn(properties, String(name)));
  if (stranger >= 0) throw refused(`/required/${stranger}`, `"${names[stranger]}" is required but is not among the properties.`);
  try {
    newAjv().compile(schema);
  } catch (error) {
    throw refused('', error instanceof Error ? error.message : String(error));
  }
}

/** The limit on an extraction schema (`L-SCHEMA-01`). */
const maxBytes = 32 * 1024;

const refused = (path: string, message: string): Refusal =>
  new Refusal('invalid_extraction_schema', { message, details: { path, errors: [{ path, message }] } });
