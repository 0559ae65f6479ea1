import type { Context } from '../context.ts';
import { type ResealedRow, reseal } from '../process/resealing.ts';
import type { EndpointRow } from './endpoints.ts';
import { resealSigningSecret } from './signing-secret.ts';

/** Reseals a batch of signing secrets, all or those of one tenant, in the order of their endpoints' ids. The text of a secret stays, so the version does too. */
export async function resealEndpoints(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  after: string | null,
  limit: number,
  of: { readonly tenantId: string } | null,
) {
  const rows: Pick<EndpointRow, 'id' | 'secret'>[] = await db
    .knex<EndpointRow>('webhook_endpoints')
    .where('id', '>', after ?? '')
    .where(of ? { tenant_id: of.tenantId } : {})
    .orderBy('id')
    .limit(limit)
    .select('id', 'secret');
  const write = ({ id, secret }: (typeof rows)[number]): ResealedRow => ({
    sealAnew: () => resealSigningSecret(secrets, secret),
    replace: (sealed) => db.knex('webhook_endpoints').where({ id, secret }).update({ secret: sealed }),
  });
  return { ...(await reseal(rows.map(write))), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
