-- A page of the list sums days, and half hours only of the days at its edges: to sum a month of half hours was most of its work. The sums follow
-- the counts by a trigger, so an older release keeps them as well. What a statement changes is summed when it has changed all of it, so that
-- two statements lock the half hours before the days, and both in one order.
-- The counts are read whole while nobody may change them. Only two chores do, and a list is exact while these wait.
-- Accepted: webhook_delivery_counts is read whole under ShareRowExclusiveLock: add the constraint not valid, and validate it in the next migration.
create table webhook_delivery_days (
  tenant_id   text not null,
  day         timestamptz not null,
  status      text not null,
  deliveries  bigint not null,
  primary key (tenant_id, day, status)
);
comment on table webhook_delivery_days is 'The sums of webhook_delivery_counts by the day (UTC).';
create index days_by_age on webhook_delivery_days (day);

lock table webhook_delivery_counts in share row exclusive mode;

-- 0029 left counts of half hours that were not counted yet, to be deleted when these are.
delete from webhook_delivery_counts
 where slot >= (select counted_until from webhook_counts_state);

-- Its argument is 1 for rows as they are now, and -1 for rows as they were.
create function sum_delivery_days() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery_days as d (tenant_id, day, status, deliveries)
  select tenant_id, date_bin('1 day', slot, timestamptz 'epoch'), status, cast(tg_argv[0] as integer) * sum(deliveries)
    from changed
   group by 1, 2, 3
   order by 1, 2, 3
      on conflict (tenant_id, day, status) do update
     set deliveries = d.deliveries + excluded.deliveries;
  return null;
end
$$;
create trigger sum_days_of_inserted after insert on webhook_delivery_counts
  referencing new table as changed for each statement execute function sum_delivery_days('1');
create trigger sum_days_of_updated after update on webhook_delivery_counts
  referencing new table as changed for each statement execute function sum_delivery_days('1');
create trigger sum_days_before_update after update on webhook_delivery_counts
  referencing old table as changed for each statement execute function sum_delivery_days('-1');
create trigger sum_days_of_deleted after delete on webhook_delivery_counts
  referencing old table as changed for each statement execute function sum_delivery_days('-1');

insert into webhook_delivery_days (tenant_id, day, status, deliveries)
select tenant_id, date_bin('1 day', slot, timestamptz 'epoch'), status, sum(deliveries)
  from webhook_delivery_counts
 group by 1, 2, 3;

-- A page has this function in the condition of each week that it opens. In SQL its whole expression was prepared for each of them.
create or replace function least_uuid_at(at timestamptz) returns uuid stable strict parallel safe language plpgsql as $$
begin
  return (lpad(to_hex(floor(extract(epoch from greatest(at, timestamptz 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end
$$;
comment on function least_uuid_at is 'The least id that carries this time, or the first time that an id can carry. Those of events, deliveries and attempts begin with 48 bits of it.';
