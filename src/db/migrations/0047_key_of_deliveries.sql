-- The tenant stands first in the primary key. The index was made in each week before (0042), so no row is read here. A tenant's list goes
-- by the key too. A release before this one finds a delivery by the index of ids, and reads more rows for a list.

lock table webhook_deliveries in access exclusive mode;
alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
drop index deliveries_of_a_tenant;
do $$
declare
  part record;
begin
  for part in
    select child.relname as partition, made.relname as index
      from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class made on made.relname = 'deliveries_of_tenants_by_id' || substr(child.relname, length('webhook_deliveries') + 1)
       and made.relnamespace = child.relnamespace
     where inhparent = 'webhook_deliveries'::regclass
  loop
    execute format('alter table %I add constraint %I primary key using index %I', part.partition, part.partition || '_pkey', part.index);
  end loop;
end
$$;
-- Accepted: webhook_deliveries takes no writes while an index is built: create it concurrently.
-- Accepted: webhook_deliveries_default takes no writes while an index is built: create it concurrently.
-- Each week has its index already. Only a week that has been made since 0042 gets one here, and it is of a time to come and empty.
alter table webhook_deliveries add constraint webhook_deliveries_pkey primary key (tenant_id, id);
