-- A delivery's row is written two or three times within seconds. Vacuum comes often and works without pauses, by settings of
-- each table, so that a PostgreSQL set up by somebody else does so too. What new weeks are made with stands in
-- `db/partitions.ts`; these are the tables that were there before.
do $$
declare
  partition regclass;
begin
  for partition in
    select inhrelid from pg_inherits
     where inhparent in ('webhook_events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
  loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)', partition);
  end loop;
end $$;

alter table webhook_delivery_changes set (autovacuum_vacuum_cost_delay = 0);
