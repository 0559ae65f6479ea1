import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, requests } from '../../sdk/generated/fixtures.ts';
import { readyToCall } from '../calls/calling.ts';
import { publicRoutes, withId } from '../specification/routes.ts';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, endpoint } from '../support/fixtures.ts';

/** The document's examples of requests that are refused, sent to a service. */

const context = await contextOfFile();
const { api } = await publicOfFile(context);
const { who, agentId } = await readyToCall(context, { systemPrompt: 'Greet {{firstName}}.' });
const { id: webhookEndpointId } = await endpoint(context, who.tenantId, { url: 'https://93.184.216.34/hooks' });
const client = api.with((await apiKey(context, who.tenantId)).text);

const refused = publicRoutes().flatMap(({ id, path }) =>
  Object.entries<object>(requests[id as keyof typeof requests] ?? {}).flatMap(([name, body]) => {
    const code = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return code in errors ? [{ path, code: code as keyof typeof errors, body }] : [];
  }),
);

for (const { path, code, body } of refused)
  test(`${path} refuses the document’s example of ${code} as the document says`, async () => {
    const own = { ...body, ...('agentId' in body && { agentId }), ...('webhookEndpointId' in body && { webhookEndpointId }) };
    const answer = await client.post(withId(path, agentId), own);
    assert.deepEqual([answer.status, answer.body], [400, errors[code]]);
  });

test('there is one for each operation with a body that can be refused for its own reason', () => {
  assert.deepEqual(refused.map(({ code }) => code).sort(), [
    'invalid_conditions',
    'invalid_extraction_schema',
    'invalid_phone_number',
    'invalid_webhook_url',
    'missing_variables',
  ]);
});
