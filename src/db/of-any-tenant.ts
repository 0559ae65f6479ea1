/**
 * As SQL, true for every row of a tenant. The tenant stands first in the primary keys, so a statement that knows an id and not its tenant, or
 * a span of ids, asks the key for one tenant after another (`D-173`).
 */
export const ofAnyTenant = 'tenant_id = any (array(select id from tenants))';
