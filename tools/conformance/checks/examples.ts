import { randomUUID } from 'node:crypto';
import { at, isObject } from '../../contract/document.ts';
import type { Check } from '../check.ts';
import { documents, type Operation } from '../documents.ts';
import { expectRefusal, expectStatus, successOf } from '../expect.ts';
import { sampleFor, undo } from '../samples.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/**
 * Group C checks that the deployment behaves as the document's examples show. It has one check for each operation with
 * request examples.
 */
export const exampleChecks: readonly Check[] = documents()
  .operations.filter(({ examples }) => examples.length > 0)
  .map((operation, index) => ({
    id: `C${index + 1}`,
    title: `Every example of a request to ${operation.id} has the answer it shows`,
    rule: `Public API, ${operation.id}: examples of the request, and those of the same name among the responses.`,
    needs: operation.id === 'placeCall' ? ['simulator'] : [],
    run: (world) => sendExamples(world, operation),
  }));

async function sendExamples(world: World, operation: Operation): Promise<void> {
  for (const { name, value } of operation.examples) {
    if (!isObject(value)) continue;
    const tenant = name === 'missingVariables' && world.has('operator') ? await world.freshTenant(greeting) : await world.tenant();
    if (name === 'missingVariables' && tenant.id === null) continue;
    const sample = await sampleFor(world, tenant, operation.id);
    const exchange = await tenant.api.ask(operation.id, { path: sample.path, body: fitted(value, sample.body, tenant, name) });
    const code = codeNamed(name);
    if (code && isRefusal(operation, code)) {
      expectRefusal(world, exchange, statusOf(code), code, `the example ${name}`);
    } else if (expectStatus(world, exchange, successOf(operation), `the example ${name}`)) {
      await undo(tenant, operation.id, exchange.response.json);
    }
  }
}

/** The agent's prompt needs a variable that the example of missing variables lacks. */
const greeting = { agent: { systemPrompt: 'You greet {{firstName}}.' } };

/** Fits the example to this deployment: ids that exist, a new idempotency key, and unused numbers and addresses. */
function fitted(
  example: Readonly<Record<string, unknown>>,
  sample: Readonly<Record<string, unknown>>,
  tenant: Tenant,
  name: string,
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...example };
  for (const id of ['agentId', 'webhookEndpointId']) if (id in body && id in sample) body[id] = sample[id];
  if ('idempotencyKey' in body) body['idempotencyKey'] = `${String(body['idempotencyKey'])}-${randomUUID()}`;
  if ('fromPhoneNumberId' in body) {
    if (tenant.phoneNumberId === null) delete body['fromPhoneNumberId'];
    else body['fromPhoneNumberId'] = tenant.phoneNumberId;
  }
  if ('phoneNumber' in body && name !== 'invalidPhoneNumber') body['phoneNumber'] = sample['phoneNumber'];
  // A literal address does not depend on what the example's host name resolves to.
  if (name === 'invalidWebhookUrl') body['url'] = 'https://10.0.0.1/hooks';
  else if ('url' in body) body['url'] = sample['url'];
  if (name !== 'missingVariables' && isObject(sample['variables']) && 'agentId' in body)
    body['variables'] = { ...sample['variables'], ...(isObject(body['variables']) ? body['variables'] : {}) };
  return body;
}

/** Turns an example's name into an error code: `invalidPhoneNumber` shows `invalid_phone_number`. */
const codeNamed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isRefusal = ({ id }: Operation, code: string): boolean => {
  const status = statusOf(code);
  return status >= 400 && documents().codes(id, status).includes(code);
};

function statusOf(code: string): number {
  const { openapi } = documents();
  return Number(at(openapi, openapi, 'x-error-catalogue', code, 'status') ?? 0);
}
