import type { OperatorOperations } from './operation.ts';
import { advanceClock } from './operator/advance-clock.ts';
import { createAgent } from './operator/create-agent.ts';
import { createApiKey } from './operator/create-api-key.ts';
import { createPhoneNumber } from './operator/create-phone-number.ts';
import { createTenant } from './operator/create-tenant.ts';
import { creditWallet } from './operator/credit-wallet.ts';
import { listApiKeys } from './operator/list-api-keys.ts';
import { listPhoneNumbers } from './operator/list-phone-numbers.ts';
import { listTenantAgents } from './operator/list-tenant-agents.ts';
import { listTenants } from './operator/list-tenants.ts';
import { readClock } from './operator/read-clock.ts';
import { readTenant } from './operator/read-tenant.ts';
import { readWallet } from './operator/read-wallet.ts';
import { revokeApiKey } from './operator/revoke-api-key.ts';
import { updateAgent } from './operator/update-agent.ts';
import { updatePhoneNumber } from './operator/update-phone-number.ts';
import { updateTenant } from './operator/update-tenant.ts';

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
  readClock,
  advanceClock,
} satisfies OperatorOperations;
