import { eventTypes } from '../../../src/contract/generated/public.ts';
import type { AskJson } from '../../../tools/conformance/ask-json.ts';
import type { OperatorClient } from '../../clients/operator-client.ts';
import type { DemoTenant } from '../../clients/started.ts';

export const demoReceiver = 'demo';

interface Endpoint {
  readonly id: string;
  readonly signingSecret: string;
}

/** Makes the endpoint of the demo's webhooks, with a trigger for each event. */
export async function makeDemoEndpoint(tenant: AskJson, simulatorUrl: string): Promise<Endpoint> {
  const url = `${simulatorUrl}/receivers/${demoReceiver}`;
  const { endpoint } = await tenant<{ endpoint: Endpoint }>('POST', '/webhooks', { name: 'Demo CRM', url });
  for (const eventType of eventTypes) await makeTrigger(tenant, eventType, endpoint.id);
  return endpoint;
}

const makeTrigger = (tenant: AskJson, eventType: string, webhookEndpointId: string): Promise<unknown> =>
  tenant('POST', '/automation-triggers', { name: `${eventType} to the demo CRM`, eventType, webhookEndpointId });

export interface Apis {
  readonly operator: OperatorClient;
  /** Is the public API with the key of the demo's tenant. */
  readonly tenant: AskJson;
  readonly simulatorUrl: string;
}

/**
 * Takes up the endpoint of an earlier start, and repairs it if it or one of its triggers was deleted or switched off;
 * `say` reports that in one line. The endpoint gets a new signing secret, because the noted one may have been replaced
 * and a secret is shown only when it is made.
 */
export async function takeUpDemoEndpoint({ operator, tenant, simulatorUrl }: Apis, demo: DemoTenant, say: Say): Promise<Endpoint> {
  const path = { tenantId: demo.tenantId, webhookEndpointId: demo.webhookEndpointId };
  const { endpoints } = (await operator.listTenantWebhookEndpoints({ path })).body;
  const kept = endpoints.find(({ id }) => id === demo.webhookEndpointId);
  if (!kept) {
    say("The demo's endpoint was deleted: it was made anew, with its triggers");
    return makeDemoEndpoint(tenant, simulatorUrl);
  }
  if (!kept.isActive) await operator.updateWebhookEndpoint({ path, body: { isActive: true } });
  const mended = await mendTriggers({ operator, tenant }, demo);
  if (!kept.isActive || mended > 0) say("The demo's endpoint or triggers of it were switched off or deleted: all are there and on again");
  return (await operator.rotateSigningSecret({ path })).body.endpoint;
}

type Say = (line: string) => void;

/** Repairs missing or inactive triggers and returns how many there were. */
async function mendTriggers({ operator, tenant }: Omit<Apis, 'simulatorUrl'>, demo: DemoTenant): Promise<number> {
  const { tenantId, webhookEndpointId } = demo;
  const { triggers } = (await operator.listTenantTriggers({ path: { tenantId } })).body;
  const whole = triggers.filter((trigger) => trigger.webhookEndpointId === webhookEndpointId && !trigger.conditions.outcome);
  let mended = 0;
  for (const eventType of eventTypes) {
    const known = whole.filter((trigger) => trigger.eventType === eventType);
    const [off] = known;
    if (known.some(({ isActive }) => isActive)) continue;
    if (off) await operator.updateTrigger({ path: { tenantId, triggerId: off.id }, body: { isActive: true } });
    else await makeTrigger(tenant, eventType, webhookEndpointId);
    mended += 1;
  }
  return mended;
}
