-- Vacuum came when a fiftieth of a week's rows were dead. In a table that grows by thousands of rows a second that is vacuum without end: a
-- seventh of all that PostgreSQL did for a delivery, and a quarter on a busy machine. Nothing that waits is found more slowly for it: a
-- claim begins where the last one ended. And rows that were only inserted are not worth a vacuum of their own: their week is dropped whole
-- before they would have to be frozen. What new weeks are made with stands in `db/partitions.ts`.
do $$
declare
  partition regclass;
begin
  for partition in
    select inhrelid from pg_inherits
     where inhparent in ('webhook_events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
  loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5)', partition);
  end loop;
end $$;

alter table webhook_delivery_changes reset (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold);
alter table event_keys set (autovacuum_analyze_scale_factor = 0.5);
