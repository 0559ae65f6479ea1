/**
 * The SQL condition of a statement that changes or deletes endpoints or triggers; its binding is the tenant. A trigger
 * of the database renews the tenant's `subscriptions_version` after such a statement, and making an endpoint or a
 * trigger locks the tenant's row first. So every statement takes that lock first, or two at once would deadlock.
 * PostgreSQL evaluates the condition once, before it looks for rows.
 */
export const lockingTenantFirst = 'exists (select 1 from tenants where id = ? for update)';
