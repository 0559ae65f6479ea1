import { operatorAt } from './operator.ts';
import type { Target } from './target.ts';

/** Is the header in which `/healthz` of both listeners shows the mark of its installation. */
const markHeader = 'x-ringpost-installation';

/**
 * Returns a sentence where the operator API belongs to another installation than the public one: a run would make its tenants there, and
 * move a stranger's clock. A router in front of several cells leads a request without a key to any of them, so a key decides.
 */
export async function otherInstallation({ baseUrl, operator }: Pick<Target, 'baseUrl' | 'operator'>): Promise<string | null> {
  if (!operator) return null;
  const address = baseUrl.replace(/\/api\/v1\/public$/, '');
  const ofOperator = await markAt(operator.url);
  const isOther = (mark: string | null): boolean => mark !== null && ofOperator !== null && mark !== ofOperator;
  if (!isOther(await markAt(address))) return null;
  const { createTenant, createKey, deleteTenant } = operatorAt(operator.url, operator.token);
  const tenantId = await createTenant({ name: 'Whose key is this', billing: 'invoice' });
  const found = await createKey(tenantId, { name: 'read', scopes: ['read'] })
    .then(({ text }) => markAt(address, text))
    .finally(() => deleteTenant(tenantId));
  return isOther(found)
    ? `${baseUrl} and the operator API at ${operator.url} belong to two installations. Give --operator-url of the first one.`
    : null;
}

/** Returns null where nobody answers, or the answer shows no mark, as that of other programs and of earlier releases. */
async function markAt(address: string, key?: string): Promise<string | null> {
  const asked = { redirect: 'manual', signal: AbortSignal.timeout(5_000), headers: key ? { authorization: `Bearer ${key}` } : {} } as const;
  const answer = await fetch(`${address}/healthz`, asked).catch(() => null);
  await answer?.body?.cancel();
  return answer?.headers.get(markHeader) ?? null;
}
