import type { operations } from '../../src/contract/generated/public.ts';
import type { Operation } from './account.ts';
import { listAgents, readAgent, setExtractionSchema } from './agents.ts';
import { endCall, placeCall, readCall } from './calls.ts';
import { listWebhookDeliveries, readWebhookDelivery, retryWebhookDelivery } from './deliveries.ts';
import { createAutomationTrigger, deleteAutomationTrigger, listAutomationTriggers, readAutomationTrigger } from './triggers.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from './webhooks.ts';

/** Holds every operation of the document; a missing one does not compile. */
export const operationsOfMock: { readonly [Id in keyof operations]: Operation<Id> } = {
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
};
