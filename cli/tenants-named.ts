import type { OperatorClient } from './operator-client.ts';
import { pageOrAll } from './pages.ts';

/** Returns the tenants with this in their name. One that is being deleted is left out, since nothing of it is served. */
export async function tenantsNamed(api: OperatorClient, name: string) {
  const { body } = await pageOrAll('tenants', { all: true }, (page) => api.listTenants({ query: { ...page, name } }));
  return body.tenants.filter(({ deletingSince }) => deletingSince === null);
}
