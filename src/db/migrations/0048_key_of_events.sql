-- The tenant stands first in the primary key. The index was made in each week before (0043), so no row is read here. A release
-- before this one finds an event by the index of ids.

lock table webhook_events in access exclusive mode;
alter table webhook_events drop constraint webhook_events_pkey;
do $$
declare
  part record;
begin
  for part in
    select child.relname as partition, made.relname as index
      from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class made on made.relname = 'events_of_tenants_by_id' || substr(child.relname, length('webhook_events') + 1)
       and made.relnamespace = child.relnamespace
     where inhparent = 'webhook_events'::regclass
  loop
    execute format('alter table %I add constraint %I primary key using index %I', part.partition, part.partition || '_pkey', part.index);
  end loop;
end
$$;
-- Accepted: webhook_events takes no writes while an index is built: create it concurrently.
-- Accepted: webhook_events_default takes no writes while an index is built: create it concurrently.
-- Each week has its index already. Only a week that has been made since 0043 gets one here, and it is of a time to come and empty.
alter table webhook_events add constraint webhook_events_pkey primary key (tenant_id, id);
