-- ANALYZE read a sample of every column of these tables whenever a tenth of the calls or a twentieth of the deliveries had
-- changed: a quarter of a second of CPU each, taken from whoever was being served. Most of these columns are only shown, or
-- asked for beside the id of one row, where a sample decides nothing. Weeks made later do as their table does
-- (`db/partitions.ts`).

do $$
declare
  unasked record;
begin
  for unasked in
    select asked.relation, attname
      from (values
             ('calls', array['id', 'tenant_id', 'origin', 'status', 'created_at', 'ended_at', 'provider_call_id', 'dialer_dedupe_key',
                             'check_at', 'completion_due_at', 'recording_due_at']),
             ('webhook_events', array['id', 'tenant_id']),
             ('webhook_deliveries', array['id', 'tenant_id', 'event_id', 'endpoint_id', 'event_type', 'status', 'created_at',
                                          'finished_at', 'due_at', 'cycle_attempt', 'worker']),
             ('webhook_attempts', array['delivery_id', 'n'])) as asked (relation, columns)
      join pg_attribute on attrelid = asked.relation::regclass
     where attnum > 0
       and not attisdropped
       and attname <> all (asked.columns)
  loop
    execute format('alter table %I alter column %I set statistics 0', unasked.relation, unasked.attname);
  end loop;
end
$$;
