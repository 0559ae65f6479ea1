import { listAgents } from './agents/list-agents.ts';
import { readAgent } from './agents/read-agent.ts';
import { setExtractionSchema } from './agents/set-extraction-schema.ts';
import { endCall } from './calls/end-call.ts';
import { placeCall } from './calls/place-call.ts';
import { readCall } from './calls/read-call.ts';
import { listWebhookDeliveries } from './deliveries/list-webhook-deliveries.ts';
import { readWebhookDelivery } from './deliveries/read-webhook-delivery.ts';
import type { PublicOperations } from './operation.ts';
import { retryWebhookDelivery } from './replays/retry-webhook-delivery.ts';
import { createAutomationTrigger } from './triggers/create-automation-trigger.ts';
import { deleteAutomationTrigger } from './triggers/delete-automation-trigger.ts';
import { listAutomationTriggers } from './triggers/list-automation-triggers.ts';
import { readAutomationTrigger } from './triggers/read-automation-trigger.ts';
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts';
import { listWebhookEndpoints } from './webhooks/list-webhook-endpoints.ts';

/** `openapi/public.yaml`, operation by operation. One that is missing here, or answers what the document lacks, fails `tsc`. */
export const publicOperations = {
  placeCall,
  readCall,
  endCall,
  listAgents,
  readAgent,
  setExtractionSchema,
  createWebhookEndpoint,
  listWebhookEndpoints,
  deleteWebhookEndpoint,
  createAutomationTrigger,
  listAutomationTriggers,
  readAutomationTrigger,
  deleteAutomationTrigger,
  listWebhookDeliveries,
  readWebhookDelivery,
  retryWebhookDelivery,
} satisfies PublicOperations;
