import { type JsonApi, jsonApi } from './json-api.ts';
import type { DemoTenant, Started } from './started.ts';

/** The receiver of the simulator that the demo's webhooks go to. */
export const demoReceiver = 'demo';

const scopes = ['calls:place', 'calls:read', 'read', 'write', 'webhooks'] as const;

interface Urls {
  readonly publicUrl: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly simulatorUrl: string;
}

/**
 * Makes what a newcomer and a conformance run need, through the same APIs that everybody uses. What an earlier start
 * made is taken up again as long as its key is still good here and the simulator stands where it stood.
 */
export async function prepareDemo(urls: Urls, earlier: Started | null): Promise<Started> {
  const started = earlier && (await stillGood(urls, earlier)) ? { ...earlier, ...urls } : await makeAll(urls);
  await announceReceiver(urls.simulatorUrl, started.demo);
  return started;
}

async function stillGood({ publicUrl, simulatorUrl }: Urls, { demo, simulatorUrl: earlierSimulatorUrl }: Started): Promise<boolean> {
  // Its endpoint leads to the simulator of then; on other ports there is nobody.
  if (simulatorUrl !== earlierSimulatorUrl) return false;
  const status = await jsonApi(`${publicUrl}/api/v1/public`, demo.apiKey).status(`/agents/${demo.agentId}`);
  return status === 200 || status === 429;
}

async function makeAll(urls: Urls): Promise<Started> {
  const operator = jsonApi(`${urls.operatorUrl}/api/v1/operator`, urls.operatorToken);
  const demo = await makeDemoTenant(operator, urls);
  const scopedKeys: Record<string, string> = {};
  for (const scope of scopes) scopedKeys[scope] = await makeKey(operator, demo.tenantId, [scope]);
  const second = await makeTenant(operator, { name: 'Second tenant', billing: 'invoice' });
  const disabled = await makeTenant(operator, { name: 'Public API off', billing: 'invoice', publicApiEnabled: false });
  return {
    ...urls,
    demo,
    secondTenant: { tenantId: second, apiKey: await makeKey(operator, second, scopes) },
    scopedKeys,
    disabledTenant: { tenantId: disabled, apiKey: await makeKey(operator, disabled, scopes) },
  };
}

async function makeDemoTenant(operator: JsonApi, urls: Urls): Promise<DemoTenant> {
  const tenantId = await makeTenant(operator, { name: 'Demo Homes', billing: 'pay_as_you_go' });
  await operator.post(`/tenants/${tenantId}/wallet/credit`, { amountMicros: 1_000_000_000, note: 'A demo credit.' });
  const apiKey = await makeKey(operator, tenantId, scopes);
  const { agent } = await operator.post<{ agent: { id: string } }>(`/tenants/${tenantId}/agents`, demoAgent);
  const { phoneNumber } = await operator.post<{ phoneNumber: { id: string } }>(`/tenants/${tenantId}/phone-numbers`, {
    phoneNumber: '+14155550100',
    providerNumberId: 'simulated-number',
  });
  const tenant = jsonApi(`${urls.publicUrl}/api/v1/public`, apiKey);
  const { endpoint } = await tenant.post<{ endpoint: { id: string; signingSecret: string } }>('/webhooks', {
    name: 'Demo CRM',
    url: `${urls.simulatorUrl}/receivers/${demoReceiver}`,
  });
  for (const eventType of ['call.completed', 'lead.qualified']) {
    await tenant.post('/automation-triggers', { name: `${eventType} to the demo CRM`, eventType, webhookEndpointId: endpoint.id });
  }
  return {
    tenantId,
    apiKey,
    agentId: agent.id,
    phoneNumberId: phoneNumber.id,
    webhookEndpointId: endpoint.id,
    signingSecret: endpoint.signingSecret,
  };
}

const demoAgent = {
  name: 'Seller qualifier',
  systemPrompt:
    'You call {{ownerName}} about {{propertyAddress}} and find out, politely and briefly, whether they would consider an offer.',
  isDefault: true,
  activeOutcomes: ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER'],
  qualifyingOutcomes: ['INTERESTED'],
  extractionSchema: {
    type: 'object',
    properties: { askingPrice: { type: 'number', description: 'What the owner would want, in dollars.' }, timeline: { type: 'string' } },
    required: ['askingPrice'],
  },
};

async function makeTenant(operator: JsonApi, tenant: object): Promise<string> {
  return (await operator.post<{ tenant: { id: string } }>('/tenants', tenant)).tenant.id;
}

async function makeKey(operator: JsonApi, tenantId: string, granted: readonly string[]): Promise<string> {
  return (await operator.post<{ apiKey: string }>(`/tenants/${tenantId}/api-keys`, { name: granted.join(' '), scopes: granted })).apiKey;
}

/** The simulator forgets between starts; its receiver verifies with the secret that the demo's endpoint was given. */
const announceReceiver = (simulatorUrl: string, demo: DemoTenant): Promise<unknown> =>
  jsonApi(simulatorUrl, null).post('/receivers', { name: demoReceiver, secret: demo.signingSecret });

export interface DemoCall {
  readonly story: string;
  readonly phoneNumber: string;
  /** The webhooks that this call must bring. */
  readonly events: readonly string[];
}

export const demoCalls: readonly DemoCall[] = [
  { story: 'answered, interested', phoneNumber: '+15550010001', events: ['call.completed', 'lead.qualified'] },
  { story: 'answered, not interested', phoneNumber: '+15550020001', events: ['call.completed'] },
  { story: 'nobody answers', phoneNumber: '+15550100001', events: ['call.completed'] },
];

export interface PlacedCall extends DemoCall {
  readonly id: string;
}

export async function placeDemoCalls({ publicUrl, demo }: Started): Promise<readonly PlacedCall[]> {
  const tenant = jsonApi(`${publicUrl}/api/v1/public`, demo.apiKey);
  const placed: PlacedCall[] = [];
  for (const call of demoCalls) {
    const body = {
      agentId: demo.agentId,
      phoneNumber: call.phoneNumber,
      variables: { ownerName: 'Dana Reyes', propertyAddress: '12 Elm Street' },
      metadata: { crmId: `demo-${placed.length + 1}` },
    };
    placed.push({ ...call, id: (await tenant.post<{ call: { id: string } }>('/calls', body)).call.id });
  }
  return placed;
}
