import { memberOf } from '../contract/json-members.ts';
import { agentNotFound, tooManySchemas } from '../errors.ts';
import { withIdempotency } from '../idempotency/with-idempotency.ts';
import type { PublicOperation } from '../operation.ts';
import { maxWaitingSchemas } from '../process/limits.ts';
import { agentText } from './agent.ts';
import { findAgent, updateAgent } from './agents.ts';
import { checkExtractionSchema } from './extraction-schema.ts';

/**
 * Implements POST /agents/:id/extraction-schema. The schema is stored and shown as the tenant wrote it. It may be set
 * for an inactive agent.
 */
export const setExtractionSchema: PublicOperation<'setExtractionSchema'> = async (context, caller, { path, body, rawBody, about }) => {
  const schema = body.schema === null ? null : (memberOf(rawBody, 'schema') ?? null);
  if (schema !== null) {
    if (context.extractionWorkers.waiting(caller.tenantId) >= maxWaitingSchemas) throw tooManySchemas();
    await checkExtractionSchema(context.extractionWorkers, caller.tenantId, body.schema, schema);
  }
  // The agent is looked up before the idempotency key is claimed, so that only existing ids become part of the key's
  // scope.
  if (!(await findAgent(context.db.knex, caller.tenantId, path.id))) throw agentNotFound();

  const request = { operation: `setExtractionSchema ${path.id}`, key: body.idempotencyKey, body, about };
  return withIdempotency(context, caller, request, (remember) =>
    context.db.knex.transaction(async (trx) => {
      const row = await updateAgent(trx, caller.tenantId, path.id, { extraction_schema: schema }, context.clock.now());
      if (!row) throw agentNotFound();
      const reply = { status: 200 as const, rawJson: agentText(row) };
      await remember(trx, reply);
      return reply;
    }),
  );
};
