/**
 * As SQL, true for a row whose tenant this cell serves. Work in the background leaves the others alone: they are being handed over to
 * another cell, or live there by now (`D-222`).
 */
export const isServedHere = 'exists (select from tenants t where t.id = tenant_id and t.frozen_at is null)';
