-- Outside a transaction.
-- A chore looks every second for tenants that are being deleted, and mostly there is none.
create index concurrently tenants_being_deleted on tenants (deleting_since) where deleting_since is not null;
