import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { shortId } from '../../simulator/console/page/frame/format.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { read } from './api.ts';

/** Leads to an endpoint with its story. */
export const EndpointLink = ({ tenantId, id, name }: { tenantId: string; id: string; name: string }) => (
  <a class="words" href={hashOf(['tenants', tenantId, 'endpoints', id])}>
    {name}
  </a>
);

export const TenantLink = ({ id, name }: { id: string; name: string }) => (
  <a class="words" href={hashOf(['tenants', id])} title={id}>
    {name}
  </a>
);

/** Leads to a tenant of which only the id is known, by its name. The end of the id stands there until the name has come, and for a tenant that is gone. */
export function TenantById({ id }: { id: string }) {
  const { body: name } = useAnswer(`the name of ${id}`, () => nameOf(id));
  return <TenantLink id={id} name={name ?? shortId(id)} />;
}

/** Each tenant is asked for once as long as the page is open, however many rows name it. */
const names = new Map<string, Promise<string>>();

function nameOf(id: string): Promise<string> {
  const known = names.get(id);
  if (known) return known;
  const asked = read<'readTenant'>(`/tenants/${encodeURIComponent(id)}`).then(({ tenant }) => tenant.name);
  names.set(id, asked);
  asked.catch(() => names.delete(id));
  return asked;
}
