import type { operations } from '../../../src/contract/generated/public.ts';
import type { Asked, Operation } from './account.ts';
import { checkExtractionSchema, listAgents, readAgent, setExtractionSchema } from './agents.ts';
import { checkPhoneNumber, endCall, listCalls, placeCall, readCall } from './calls.ts';
import { listWebhookDeliveries, readWebhookDelivery, retryWebhookDelivery } from './deliveries.ts';
import {
  createAutomationTrigger,
  deleteAutomationTrigger,
  listAutomationTriggers,
  readAutomationTrigger,
  testAutomationTrigger,
} from './triggers.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from './webhooks.ts';

/** Holds the operations that read or change state. Any other operation of the document is answered with the document's example. */
export const statefulOperations: { readonly [Id in keyof operations]?: Operation<Id> } = {
  placeCall,
  listCalls,
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
  testAutomationTrigger,
  listWebhookDeliveries,
  readWebhookDelivery,
  retryWebhookDelivery,
};

/** Holds the checks of operations that come before their `idempotencyKey`. */
export const earlyChecks: { readonly [Id in keyof operations]?: (request: Asked<Id>) => void } = {
  placeCall: checkPhoneNumber,
  setExtractionSchema: checkExtractionSchema,
};
