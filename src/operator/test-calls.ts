import { placeCall } from '../calls/place-call.ts';
import type { OperatorOperation } from '../operation.ts';
import { tenantSettings } from '../tenants/tenants.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

/** Places the call as the tenant's own `POST /calls` does. An operator has no API key: its idempotency keys belong to this name. */
export const placeTestCall: OperatorOperation<'placeTestCall'> = async (context, { path: { tenantId, agentId }, ...request }) => {
  const tenant = await requireUnfrozenTenant(context, tenantId);
  const caller = {
    tenantId,
    apiKeyId: `operator of ${tenantId}`,
    scopes: ['calls:place'],
    tenant: tenantSettings(tenant),
    isFrozen: false,
  };
  return placeCall(context, caller, { ...request, path: {}, body: { ...request.body, agentId } });
};
