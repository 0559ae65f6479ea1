/**
 * As SQL, true for a row whose tenant this cell serves. Work in the background leaves the others alone: they are being handed over to
 * another cell, or live there by now (`D-222`).
 */
export const isServedHere = 'exists (select from tenants t where t.id = tenant_id and t.frozen_at is null)';

/** As SQL, true for a row whose tenant is not deleted. Rows of one that is are removed later, and are found by nobody meanwhile. */
export const isNotDeleted = 'exists (select from tenants t where t.id = tenant_id and t.deleting_since is null)';

/**
 * As SQL, true for a row whose tenant this cell serves and has not deleted. It is for statements that count many rows: it asks once for the
 * few tenants of which that is not so, where the two conditions above ask for each row.
 */
export const isServed = 'tenant_id <> all (array(select id from tenants where frozen_at is not null or deleting_since is not null))';
