import type { components } from '../../../src/contract/generated/operator.ts';
import type { Demo } from '../../../src/process/demo.ts';
import { type AskJson, askJson } from '../../../tools/conformance/ask-json.ts';
import { type Scope, scopes } from '../../../tools/conformance/scopes.ts';
import { type OperatorClient, operatorClient } from '../../clients/operator-client.ts';
import type { DemoTenant, Deployment, Started } from '../../clients/started.ts';
import { demoReceiver, makeDemoEndpoint, takeUpDemoEndpoint } from './demo-endpoint.ts';

type NewTenant = components['schemas']['NewTenant'];

/**
 * Makes what a newcomer and a conformance run need, through the public APIs. The tenants of an earlier start are used
 * again as long as their key is still valid and the simulator has the same address. `say` reports repairs.
 */
export async function prepareDemo(deployment: Deployment, earlier: Started | null, say: (line: string) => void): Promise<Started> {
  const started = earlier && (await stillGood(deployment, earlier)) ? await takeUp(deployment, earlier, say) : await makeAll(deployment);
  await announceReceiver(deployment.simulatorUrl, started.demo);
  await linkConsole(started);
  return started;
}

async function stillGood({ publicUrl, simulatorUrl }: Deployment, { demo, simulatorUrl: earlierSimulatorUrl }: Started): Promise<boolean> {
  // The endpoint leads to the earlier simulator, and no receiver listens on its ports now.
  if (simulatorUrl !== earlierSimulatorUrl) return false;
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const { status, body } = await fetch(`${publicUrl}/api/v1/public/agents/${demo.agentId}`, { headers });
  await body?.cancel();
  return status === 200 || status === 429;
}

async function takeUp(deployment: Deployment, earlier: Started, say: (line: string) => void): Promise<Started> {
  const operator = operatorClient({ url: deployment.operatorUrl, token: deployment.operatorToken });
  const apis = { operator, tenant: publicApi(deployment.publicUrl, earlier.demo.apiKey), simulatorUrl: deployment.simulatorUrl };
  const { id, signingSecret } = await takeUpDemoEndpoint(apis, earlier.demo, say);
  return { ...earlier, ...deployment, demo: { ...earlier.demo, webhookEndpointId: id, signingSecret } };
}

const publicApi = (publicUrl: string, apiKey: string): AskJson => askJson(`${publicUrl}/api/v1/public`, apiKey);

async function makeAll(deployment: Deployment): Promise<Started> {
  const operator = operatorClient({ url: deployment.operatorUrl, token: deployment.operatorToken });
  const demo = await makeDemoTenant(operator, deployment);
  const scopedKeys: Record<string, string> = {};
  for (const scope of scopes) scopedKeys[scope] = await makeKey(operator, demo.tenantId, [scope]);
  const second = await makeTenant(operator, { name: 'Second tenant', billing: 'invoice' });
  await operator.createAgent({ path: { tenantId: second }, body: demoAgent });
  const disabled = await makeTenant(operator, { name: 'Public API off', billing: 'invoice', publicApiEnabled: false });
  return {
    ...deployment,
    demo,
    secondTenant: { tenantId: second, apiKey: await makeKey(operator, second, scopes) },
    scopedKeys,
    disabledTenant: { tenantId: disabled, apiKey: await makeKey(operator, disabled, scopes) },
  };
}

async function makeDemoTenant(operator: OperatorClient, deployment: Deployment): Promise<DemoTenant> {
  const tenantId = await makeTenant(operator, { name: 'Demo Homes', billing: 'pay_as_you_go' });
  await operator.creditWallet({ path: { tenantId }, body: { amountMicros: 1_000_000_000, note: 'A demo credit.' } });
  const apiKey = await makeKey(operator, tenantId, scopes);
  const { agent } = (await operator.createAgent({ path: { tenantId }, body: demoAgent })).body;
  const number = { phoneNumber: '+14155550100', providerNumberId: 'simulated-number' };
  const { phoneNumber } = (await operator.createPhoneNumber({ path: { tenantId }, body: number })).body;
  const endpoint = await makeDemoEndpoint(publicApi(deployment.publicUrl, apiKey), deployment.simulatorUrl);
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

async function makeTenant(operator: OperatorClient, tenant: NewTenant): Promise<string> {
  return (await operator.createTenant({ body: tenant })).body.tenant.id;
}

async function makeKey(operator: OperatorClient, tenantId: string, granted: readonly Scope[]): Promise<string> {
  const key = { name: granted.join(' '), scopes: [...granted] };
  return (await operator.createApiKey({ path: { tenantId }, body: key })).body.apiKey;
}

/** The simulator forgets its receivers between starts. Its receiver verifies with the signing secret of the demo's endpoint. */
const announceReceiver = (simulatorUrl: string, demo: DemoTenant): Promise<unknown> =>
  askJson(simulatorUrl, null)('POST', '/receivers', { name: demoReceiver, secret: demo.signingSecret });

/** Gives the console its key for placing calls. The console started before the key existed. */
const linkConsole = ({ simulatorUrl, publicUrl, operatorUrl, operatorToken, demo }: Started): Promise<unknown> =>
  askJson(simulatorUrl, null)('PUT', '/console/service', {
    url: publicUrl,
    apiKey: demo.apiKey,
    operatorUrl,
    operatorToken,
    tenantId: demo.tenantId,
  });

/** The values of what the demo agent's prompt names. */
export const demoVariables = { ownerName: 'Dana Reyes', propertyAddress: '12 Elm Street' };

/** Returns what the documentation's pages on this machine may use of the demo. */
export const shownDemo = ({ demo, simulatorUrl }: Pick<Started, 'demo' | 'simulatorUrl'>): Demo => ({
  apiKey: demo.apiKey,
  ids: { agt: demo.agentId, whe: demo.webhookEndpointId },
  bodies: {
    placeCall: { agentId: demo.agentId, phoneNumber: demoCalls[0]?.phoneNumber, variables: demoVariables },
    createWebhookEndpoint: { name: 'Another of the demo', url: `${simulatorUrl}/receivers/${demoReceiver}` },
  },
});

export interface DemoCall {
  readonly story: string;
  readonly phoneNumber: string;
  /** Lists the webhooks that this call must cause. */
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
  const tenant = publicApi(publicUrl, demo.apiKey);
  const placed: PlacedCall[] = [];
  for (const call of demoCalls) {
    const body = {
      agentId: demo.agentId,
      phoneNumber: call.phoneNumber,
      variables: demoVariables,
      metadata: { crmId: `demo-${placed.length + 1}` },
    };
    placed.push({ ...call, id: (await tenant<{ call: { id: string } }>('POST', '/calls', body)).call.id });
  }
  return placed;
}
