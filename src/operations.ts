import { readAccount } from './account/read-account.ts';
import { listAgents } from './agents/list-agents.ts';
import { readAgent } from './agents/read-agent.ts';
import { setExtractionSchema } from './agents/set-extraction-schema.ts';
import { endCall } from './calls/end-call.ts';
import { listCalls } from './calls/list-calls.ts';
import { placeCall } from './calls/place-call.ts';
import { readCall } from './calls/read-call.ts';
import { receiveVapiCallback } from './calls/receive-vapi-callback.ts';
import { listWebhookDeliveries } from './deliveries/list-webhook-deliveries.ts';
import { readWebhookDelivery } from './deliveries/read-webhook-delivery.ts';
import type { CallbackOperationsTable, OperatorOperations, PublicOperations } from './operation.ts';
import * as agents from './operator/agents.ts';
import * as apiKeys from './operator/api-keys.ts';
import * as auditLog from './operator/audit-log.ts';
import * as calls from './operator/calls.ts';
import * as clock from './operator/clock.ts';
import * as contacts from './operator/contacts.ts';
import * as deliveries from './operator/deliveries.ts';
import * as dialerCalls from './operator/dialer-calls.ts';
import * as erasures from './operator/erasures.ts';
import * as events from './operator/events.ts';
import * as phoneNumbers from './operator/phone-numbers.ts';
import * as portalLinks from './operator/portal-links.ts';
import * as replays from './operator/replays.ts';
import * as restores from './operator/restores.ts';
import * as session from './operator/session.ts';
import * as stats from './operator/stats.ts';
import * as tenants from './operator/tenants.ts';
import * as testCalls from './operator/test-calls.ts';
import * as texts from './operator/texts.ts';
import * as triggers from './operator/triggers.ts';
import * as wallets from './operator/wallets.ts';
import * as webhookEndpoints from './operator/webhook-endpoints.ts';
import { retryWebhookDelivery } from './replays/retry-webhook-delivery.ts';
import { receiveTwilioInbound } from './texts/receive-twilio-inbound.ts';
import { receiveTwilioStatus } from './texts/receive-twilio-status.ts';
import { createAutomationTrigger } from './triggers/create-automation-trigger.ts';
import { deleteAutomationTrigger } from './triggers/delete-automation-trigger.ts';
import { listAutomationTriggers } from './triggers/list-automation-triggers.ts';
import { readAutomationTrigger } from './triggers/read-automation-trigger.ts';
import { testAutomationTrigger } from './triggers/test-automation-trigger.ts';
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts';
import { listWebhookEndpoints } from './webhooks/list-webhook-endpoints.ts';

/**
 * The function behind each `operationId` of the documents. `tsc` fails where one is missing, and where one returns a reply that its
 * document does not describe.
 */

export const publicOperations = {
  readAccount,
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
} satisfies PublicOperations;

/** These are the operations of `openapi/operator.yaml`. The file of a noun exports its operations and nothing else. */
export const operatorOperations = {
  ...agents,
  ...apiKeys,
  ...auditLog,
  ...calls,
  ...clock,
  ...contacts,
  ...deliveries,
  ...dialerCalls,
  ...erasures,
  ...events,
  ...phoneNumbers,
  ...portalLinks,
  ...replays,
  ...restores,
  ...session,
  ...stats,
  ...tenants,
  ...testCalls,
  ...texts,
  ...triggers,
  ...wallets,
  ...webhookEndpoints,
} satisfies OperatorOperations;

export const callbackOperations = { receiveVapiCallback, receiveTwilioStatus, receiveTwilioInbound } satisfies CallbackOperationsTable;
