import { hashOf } from '../../simulator/console/page/frame/address.ts';

/** Leads to an endpoint with its story. */
export const EndpointLink = ({ tenantId, id, name }: { tenantId: string; id: string; name: string }) => (
  <a href={hashOf(['tenants', tenantId, 'endpoints', id])}>{name}</a>
);

export const TenantLink = ({ id, name = id }: { id: string; name?: string }) => <a href={hashOf(['tenants', id])}>{name}</a>;
