-- Transcripts were stored as they are, in the call and again in the body of its event. Now they are compressed when they are written: by lz4 where
-- the server has it. Without it a transcript is compressed by pglz, and bodies stay as they are, because pglz would cost every large event seven times
-- as much. Rows that are there stay as they are, and so do the weeks of events that are made already; weeks made later do as their table does.
do $$
begin
  alter table calls alter column transcript set compression lz4;
  alter table calls alter column transcript set storage extended;
  alter table only webhook_events alter column body set compression lz4;
  alter table only webhook_events alter column body set storage extended;
exception
  when feature_not_supported then
    alter table calls alter column transcript set storage extended;
end
$$;
-- A call's row is written seven times. Vacuum came when a fifth of all calls were dead rows; of a hundred million calls that is too late.
alter table calls set (autovacuum_vacuum_scale_factor = 0.02);
