import { endpointLimitReached } from '../errors.ts';
import { withIdempotency } from '../idempotency/with-idempotency.ts';
import type { PublicOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { maxWebhookEndpoints } from '../process/limits.ts';
import { endpointView } from './endpoint.ts';
import { admitHeaders, admitUrl } from './endpoint-rules.ts';
import { insertEndpoint } from './endpoints.ts';
import { lastFourOf, newSigningSecret, sealSigningSecret } from './signing-secret.ts';

/** POST /webhooks. Only its answer shows the signing secret (`E-POSTWEBHOOKS-06`). */
export const createWebhookEndpoint: PublicOperation<'createWebhookEndpoint'> = (context, caller, { body, about }) =>
  withIdempotency(context, caller, { operation: 'createWebhookEndpoint', key: body.idempotencyKey, body, about }, async (remember) => {
    const headers = admitHeaders(body.headers ?? {}, body.standardWebhooks);
    const url = await admitUrl(body.url, { production: context.config.environment === 'production', guard: context.guard });
    const signingSecret = newSigningSecret();
    const at = context.clock.now();
    const row = {
      id: newIdentifier('whe', at),
      tenant_id: caller.tenantId,
      name: body.name,
      url,
      method: body.method ?? 'POST',
      headers,
      secret: sealSigningSecret(context.secrets, signingSecret),
      secret_last4: lastFourOf(signingSecret),
      is_active: body.isActive ?? true,
      standard_webhooks: body.standardWebhooks ?? false,
      created_at: at,
    };
    const reply = { status: 201 as const, body: { endpoint: endpointView(row, signingSecret) } };
    await context.db.knex.transaction(async (trx) => {
      if (!(await insertEndpoint(trx, row))) throw endpointLimitReached(maxWebhookEndpoints);
      await remember(trx, reply);
    });
    return reply;
  });
