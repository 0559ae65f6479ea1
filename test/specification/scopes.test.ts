import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { allScopes, apiKey, tenant } from '../support/fixtures.ts';
import { atId, publicRoutes, type Route } from './routes.ts';
import { row } from './row.ts';

/** Every operation of the document with every scope, with none, with all, and with all but its own. */

const context = await contextOfFile();
const server = await publicOfFile(context);
const owner = await tenant(context, { limits: { readsPerMinute: 1_000, writesPerMinute: 1_000 } });

/** The operations of the specification, with the scopes that it names. Any other has the scope that the document gives it. */
const specified = [
  { rule: 'E-POSTCALLS-01', operation: 'placeCall', scope: 'calls:place' },
  { rule: 'E-GETCALL-01', operation: 'readCall', scope: 'calls:read' },
  { rule: 'E-ENDCALL-01', operation: 'endCall', scope: 'calls:place' },
  { rule: 'E-LISTAGENTS-01', operation: 'listAgents', scope: 'read' },
  { rule: 'E-GETAGENT-01', operation: 'readAgent', scope: 'read' },
  { rule: 'E-SCHEMA-01', operation: 'setExtractionSchema', scope: 'write' },
  { rule: 'E-LISTWEBHOOKS-01', operation: 'listWebhookEndpoints', scope: 'webhooks' },
  { rule: 'E-POSTWEBHOOKS-01', operation: 'createWebhookEndpoint', scope: 'webhooks' },
  { rule: 'E-DELETEWEBHOOK-01', operation: 'deleteWebhookEndpoint', scope: 'webhooks' },
  { rule: 'E-LISTDELIVERIES-01', operation: 'listWebhookDeliveries', scope: 'webhooks' },
  { rule: 'E-GETDELIVERY-01', operation: 'readWebhookDelivery', scope: 'webhooks' },
  { rule: 'E-RETRY-01', operation: 'retryWebhookDelivery', scope: 'webhooks' },
  { rule: 'E-POSTTRIGGERS-01', operation: 'createAutomationTrigger', scope: 'webhooks' },
  { rule: 'E-LISTTRIGGERS-01', operation: 'listAutomationTriggers', scope: 'webhooks' },
  { rule: 'E-GETTRIGGER-01', operation: 'readAutomationTrigger', scope: 'webhooks' },
  { rule: 'E-DELETETRIGGER-01', operation: 'deleteAutomationTrigger', scope: 'webhooks' },
];

const grants = (scope: string): readonly (readonly string[])[] => [
  [],
  ...allScopes.map((one) => [one]),
  allScopes.filter((other) => other !== scope),
  allScopes,
];

const keys = new Map<string, string>();
async function keyWith(scopes: readonly string[]): Promise<string> {
  const name = scopes.join();
  const text = keys.get(name) ?? (await apiKey(context, owner.id, { scopes })).text;
  keys.set(name, text);
  return text;
}

const routes = publicRoutes();

for (const { rule, operation, scope } of specified)
  row([rule, 'A-KEY-03', 'R-ALL-02'], `${operation} wants ${scope}; every other scope is 403 insufficient_scope`, async () => {
    const route = routes.find(({ id }) => id === operation);
    assert.ok(route, 'the document has the operation');
    assert.equal(route.scope, scope, 'the document says the same');
    await wantsOnly(route, scope);
  });

for (const route of routes.filter(({ id }) => !specified.some(({ operation }) => operation === id)))
  test(`${route.id} wants the scope that the document names, and no other will do`, async () => {
    assert.ok(route.scope, `${route.id} has no scope: write \`security: [{ bearerAuth: [<scope>] }]\` in its document.`);
    await wantsOnly(route, route.scope);
  });

async function wantsOnly(route: Route, scope: string): Promise<void> {
  for (const granted of grants(scope)) {
    const api = server.api.with(await keyWith(granted));
    const { status, body } = await api.request(route.method, atId(route, 'x'), route.takesBody ? { body: {} } : {});
    const said = `${route.id} with ${granted.join() || 'no scope'}: ${JSON.stringify(body)}`;
    if (granted.includes(scope)) {
      assert.ok([200, 400, 404].includes(status), said);
    } else {
      assert.equal(status, 403, said);
      assert.equal(body.error.code, 'insufficient_scope', said);
      assert.deepEqual(body.error.details, { required: scope, granted }, said);
    }
  }
}
