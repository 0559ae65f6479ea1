-- Runs with: 0078
-- A database that versions before the first release have brought to 0078 has these still. No version that knows 0078 asks for them.
alter table calls drop column if exists dial_fence;
drop trigger if exists sweep_for_older_release on webhook_counts_state;
drop function if exists sweep_for_older_release();
drop index if exists calls_by_time, texts_by_time, events_by_time;
