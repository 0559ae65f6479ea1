import type { components } from '../../../src/contract/generated/operator.ts';
import { hourMs } from '../../../src/process/time.ts';
import { type AskJson, askJson } from '../../../tools/conformance/ask-json.ts';
import { scopes as allScopes } from '../../../tools/conformance/scopes.ts';
import { tenantsNamed } from '../../clients/named.ts';
import { type OperatorClient, operatorClient } from '../../clients/operator-client.ts';
import type { Sandbox } from '../../clients/started.ts';
import { UsageError } from '../../parts/usage-error.ts';
import { linkConsole } from './run-sandbox.ts';
import { writeSandbox } from './sandbox.ts';

type Schemas = components['schemas'];

/** What the tenant must be told. Every secret in it is shown this once. */
export interface Copied {
  readonly sandbox: string;
  readonly tenantId: string;
  readonly keys: readonly { readonly name: string; readonly apiKey: string }[];
  readonly agents: readonly { readonly name: string; readonly live: string; readonly id: string }[];
  readonly endpoints: readonly { readonly name: string; readonly url: string; readonly id: string; readonly signingSecret: string }[];
  readonly triggers: number;
  /** Names each endpoint that the sandbox refused and each trigger that lacks its endpoint, and says why. */
  readonly refused: readonly string[];
}

/** Gives a tenant of the live installation, which is only read, the same things in a sandbox, with new keys and secrets. */
export async function copyTenant(live: OperatorClient, from: string, sandbox: Sandbox): Promise<Copied> {
  const operator = operatorClient({ url: sandbox.operatorUrl, token: sandbox.operatorToken });
  const at = { path: { tenantId: from } };
  const { tenant } = (await live.readTenant(at)).body;
  const tenantId = await makeTenant(operator, tenant);
  const path = { tenantId };
  const console = { tenantId, apiKey: await makeKey(operator, tenantId, 'Console', allScopes) };
  const linked = { ...sandbox, console };
  writeSandbox(linked);
  await linkConsole(linked);
  const agents: Copied['agents'][number][] = [];
  for (const agent of (await live.listTenantAgents(at)).body.agents) {
    const { id, createdAt: _, updatedAt: __, ...body } = agent;
    agents.push({ name: agent.name, live: id, id: (await operator.createAgent({ path, body })).body.agent.id });
  }
  for (const { phoneNumber, health, isActive } of (await live.listPhoneNumbers(at)).body.phoneNumbers) {
    const body = { phoneNumber, providerNumberId: `simulated-${phoneNumber.slice(1)}`, health, isActive };
    await operator.createPhoneNumber({ path, body });
  }
  const webhooks = await copyWebhooks(live, from, {
    operator,
    tenantId,
    ask: askJson(`http://127.0.0.1:${sandbox.port}/api/v1/public`, console.apiKey),
  });
  const keys = await copyKeys(live, from, operator, tenantId);
  // Copying took more requests than the tenant may send.
  await operator.updateTenant({ path, body: { limits: tenant.limits } });
  return { sandbox: sandbox.name, tenantId, keys, agents, ...webhooks };
}

async function makeTenant(operator: OperatorClient, { name, billing, limits, retentionDays }: Schemas['TenantView']): Promise<string> {
  const known = (await tenantsNamed(operator, name)).find((tenant) => tenant.name === name);
  if (known) throw new UsageError(`The sandbox has "${name}" already, as ${known.id}. Delete it there, or make another sandbox.`);
  const raised = { ...limits, writesPerMinute: 1_000_000 };
  const { id } = (await operator.createTenant({ body: { name, billing, limits: raised, retentionDays } })).body.tenant;
  if (billing === 'pay_as_you_go')
    await operator.creditWallet({ path: { tenantId: id }, body: { amountMicros: 1_000_000_000, note: 'Play money.' } });
  return id;
}

async function makeKey(operator: OperatorClient, tenantId: string, name: string, scopes: readonly Schemas['Scope'][]): Promise<string> {
  return (await operator.createApiKey({ path: { tenantId }, body: { name, scopes: [...scopes] } })).body.apiKey;
}

/**
 * Makes a test key beside each living key, with its name and scopes; one with every scope if there is none. What ends within the hour needs
 * none: the links into the portal and their sessions are keys too, and a test key would not end with them.
 */
async function copyKeys(live: OperatorClient, from: string, operator: OperatorClient, tenantId: string): Promise<Copied['keys']> {
  const { keys } = (await live.listApiKeys({ path: { tenantId: from } })).body;
  const living = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now() + hourMs),
  );
  const wanted = living.length > 0 ? living : [{ name: 'Test', scopes: allScopes }];
  const made: Copied['keys'][number][] = [];
  for (const { name, scopes } of wanted) made.push({ name, apiKey: await makeKey(operator, tenantId, name, scopes) });
  return made;
}

interface Destination {
  readonly operator: OperatorClient;
  readonly tenantId: string;
  /** Is the sandbox's public API with a key of the tenant, because only tenants make endpoints and triggers. */
  readonly ask: AskJson;
}

async function copyWebhooks(
  live: OperatorClient,
  from: string,
  { operator, tenantId, ask }: Destination,
): Promise<Pick<Copied, 'endpoints' | 'triggers' | 'refused'>> {
  const endpoints: Copied['endpoints'][number][] = [];
  const refused: string[] = [];
  const ids = new Map<string, string>();
  for (const { id, name, url, method, headers, isActive, standardWebhooks } of (
    await live.listTenantWebhookEndpoints({ path: { tenantId: from } })
  ).body.endpoints) {
    const made = await ask<{ endpoint: Schemas['EndpointView'] }>('POST', '/webhooks', { name, url, method, headers }).catch(
      (error: Error) => void refused.push(`endpoint "${name}": ${error.message}`),
    );
    if (!made) continue;
    const path = { tenantId, webhookEndpointId: made.endpoint.id };
    ids.set(id, made.endpoint.id);
    await operator.updateWebhookEndpoint({ path, body: { isActive, standardWebhooks } });
    endpoints.push({ name, url, id: made.endpoint.id, signingSecret: made.endpoint.signingSecret });
  }
  let triggers = 0;
  for (const trigger of (await live.listTenantTriggers({ path: { tenantId: from } })).body.triggers) {
    const webhookEndpointId = ids.get(trigger.webhookEndpointId);
    const { name, eventType, conditions, isActive } = trigger;
    if (webhookEndpointId === undefined) {
      refused.push(`trigger "${name}" of ${eventType}: its endpoint was not copied`);
      continue;
    }
    const made = await ask<{ trigger: { id: string } }>('POST', '/automation-triggers', { name, eventType, webhookEndpointId, conditions });
    if (!isActive) await operator.updateTrigger({ path: { tenantId, triggerId: made.trigger.id }, body: { isActive } });
    triggers += 1;
  }
  return { endpoints, triggers, refused };
}
