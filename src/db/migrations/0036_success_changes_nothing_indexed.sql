-- What a success changes stands in no index, so that PostgreSQL writes the row anew on its page and touches no index (HOT). A page of
-- deliveries keeps half of its room for that: each row is written twice, and the second time within seconds. What new weeks are made with
-- stands in `db/partitions.ts`.

alter table webhook_deliveries
  add column failed_at timestamptz,
  drop constraint due_at_iff_not_final,
  add constraint due_at_only_unfinished check (due_at is null or finished_at is null) not valid;
alter table webhook_deliveries alter column failed_at set statistics 10;
comment on column webhook_deliveries.failed_at is 'Of what has failed for good, the same as finished_at. Releases before this column do not write it.';
comment on column webhook_deliveries.due_at is 'When it may be claimed, in service time. A lease sets it ahead. Null of what is finished, and of what its process has held since it inserted it.';

do $$
declare
  partition regclass;
begin
  for partition in select inhrelid from pg_inherits where inhparent = 'webhook_deliveries'::regclass
  loop
    execute format('alter table %s set (fillfactor = 50)', partition);
  end loop;
end $$;
