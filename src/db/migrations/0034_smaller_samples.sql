-- ANALYZE read thirty thousand rows of a table each time, a tenth of PostgreSQL's work for a delivery while a week is young. Three thousand
-- tell the planner as much: what asks for these rows goes by a key or by an index of few.
do $$
declare
  sampled record;
begin
  for sampled in
    select relation, attname
      from unnest(array['webhook_events', 'webhook_deliveries', 'webhook_attempts', 'event_keys']) as relation
      join pg_attribute on attrelid = relation::regclass
     where attnum > 0
       and not attisdropped
       and coalesce(attstattarget, -1) <> 0
  loop
    execute format('alter table %I alter column %I set statistics 10', sampled.relation, sampled.attname);
  end loop;
end
$$;
