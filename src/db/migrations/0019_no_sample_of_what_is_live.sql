-- Calls are live and deliveries due for minutes. A sample that ANALYZE took at a quiet hour says that there are none, and the
-- planner then read the whole index of the live ones to find one of them, through all of the busy hour that followed. Without
-- a sample it assumes that there are some, and goes by the key.

alter table calls alter column status set statistics 0;
alter table webhook_deliveries alter column due_at set statistics 0;

-- What was sampled before. Only PostgreSQL 18 and later can forget it; the index of the next file serves the others.
do $$
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    perform pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
       from pg_stats
      where schemaname = current_schema()
        and (tablename = 'calls' and attname = 'status' or tablename like 'webhook\_deliveries%' and attname = 'due_at');
  end if;
end
$$;
