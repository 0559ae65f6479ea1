-- A tenant can be deleted. Releases before this one never write the columns, and go on serving a tenant until its rows are gone.
alter table tenants add column deleting_since timestamptz, add column deletion_lease_until timestamptz;
comment on column tenants.deleting_since is 'When it was deleted, in real time. Nothing of it is served since then, and a chore removes its rows, this one last.';
comment on column tenants.deletion_lease_until is 'Until when one process removes its rows, in real time.';
