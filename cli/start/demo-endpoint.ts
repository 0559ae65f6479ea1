import type { OperatorClient } from '../operator-client.ts';
import type { JsonApi } from './json-api.ts';
import type { DemoTenant } from './started.ts';

/** The receiver of the simulator that the demo's webhooks go to. */
export const demoReceiver = 'demo';

const eventTypes = ['call.completed', 'lead.qualified', 'sms.delivered', 'sms.failed', 'sms.received'] as const;

interface Endpoint {
  readonly id: string;
  readonly signingSecret: string;
}

/** Where the demo's webhooks go, with a trigger for each event. */
export async function makeDemoEndpoint(tenant: JsonApi, simulatorUrl: string): Promise<Endpoint> {
  const url = `${simulatorUrl}/receivers/${demoReceiver}`;
  const { endpoint } = await tenant.post<{ endpoint: Endpoint }>('/webhooks', { name: 'Demo CRM', url });
  for (const eventType of eventTypes) await makeTrigger(tenant, eventType, endpoint.id);
  return endpoint;
}

const makeTrigger = (tenant: JsonApi, eventType: string, webhookEndpointId: string): Promise<unknown> =>
  tenant.post('/automation-triggers', { name: `${eventType} to the demo CRM`, eventType, webhookEndpointId });

export interface Apis {
  readonly operator: OperatorClient;
  /** The public API, as the demo's tenant. */
  readonly tenant: JsonApi;
  readonly simulatorUrl: string;
}

/**
 * The endpoint of an earlier start, made whole where somebody has deleted or switched off it or one of its triggers, which
 * `say` tells in one line. With a new signing secret: the one that was written down may have been replaced, and it is
 * shown only then.
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

/** How many were missing or off. */
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
