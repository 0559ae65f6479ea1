-- The tenant stands first in the primary key, which lists a tenant's texts too. No row is read here, because the index is there (0070).
alter table texts
  drop constraint texts_pkey,
  add constraint texts_of_tenants_by_id primary key using index texts_of_tenants_by_id;
drop index texts_of_a_tenant;

-- The log names the tenant of a changed row by the key now, and has the whole old row no more (0066).
alter table texts replica identity default;
