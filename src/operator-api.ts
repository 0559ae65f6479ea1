import type { OperatorOperations } from './operation.ts';
import { advanceClock } from './operator/advance-clock.ts';
import { cancelReplay } from './operator/cancel-replay.ts';
import { createAgent } from './operator/create-agent.ts';
import { createApiKey } from './operator/create-api-key.ts';
import { createPhoneNumber } from './operator/create-phone-number.ts';
import { createReplay } from './operator/create-replay.ts';
import { createTenant } from './operator/create-tenant.ts';
import { creditWallet } from './operator/credit-wallet.ts';
import { listApiKeys } from './operator/list-api-keys.ts';
import { listContacts } from './operator/list-contacts.ts';
import { listDailySummaries } from './operator/list-daily-summaries.ts';
import { listEndpointsInTrouble } from './operator/list-endpoints-in-trouble.ts';
import { listPhoneNumbers } from './operator/list-phone-numbers.ts';
import { listTenantAgents } from './operator/list-tenant-agents.ts';
import { listTenantTriggers } from './operator/list-tenant-triggers.ts';
import { listTenantWebhookEndpoints } from './operator/list-tenant-webhook-endpoints.ts';
import { listTenants } from './operator/list-tenants.ts';
import { listTexts } from './operator/list-texts.ts';
import { publishEvents } from './operator/publish-events.ts';
import { readClock } from './operator/read-clock.ts';
import { readContact } from './operator/read-contact.ts';
import { readDelivery } from './operator/read-delivery.ts';
import { readReplay } from './operator/read-replay.ts';
import { readStats } from './operator/read-stats.ts';
import { readTenant } from './operator/read-tenant.ts';
import { readText } from './operator/read-text.ts';
import { readWallet } from './operator/read-wallet.ts';
import { recordDialerCall } from './operator/record-dialer-call.ts';
import { revokeApiKey } from './operator/revoke-api-key.ts';
import { rotateSigningSecret } from './operator/rotate-signing-secret.ts';
import { searchDeliveries } from './operator/search-deliveries.ts';
import { sendText } from './operator/send-text.ts';
import { updateAgent } from './operator/update-agent.ts';
import { updatePhoneNumber } from './operator/update-phone-number.ts';
import { updateTenant } from './operator/update-tenant.ts';
import { updateTrigger } from './operator/update-trigger.ts';
import { updateWebhookEndpoint } from './operator/update-webhook-endpoint.ts';
import { upsertContact } from './operator/upsert-contact.ts';

/** `openapi/operator.yaml`, operation by operation. */
export const operatorOperations = {
  createTenant,
  listTenants,
  readTenant,
  updateTenant,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createAgent,
  listTenantAgents,
  updateAgent,
  createPhoneNumber,
  listPhoneNumbers,
  updatePhoneNumber,
  creditWallet,
  readWallet,
  upsertContact,
  listContacts,
  readContact,
  publishEvents,
  recordDialerCall,
  listTenantWebhookEndpoints,
  updateWebhookEndpoint,
  rotateSigningSecret,
  listTenantTriggers,
  updateTrigger,
  createReplay,
  readReplay,
  cancelReplay,
  searchDeliveries,
  readDelivery,
  readStats,
  listEndpointsInTrouble,
  listDailySummaries,
  readClock,
  advanceClock,
  sendText,
  listTexts,
  readText,
} satisfies OperatorOperations;
