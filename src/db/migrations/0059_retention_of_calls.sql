-- Calls, transcripts and recordings are removed after a time that each tenant has. Releases before this one remove nothing. Tenants
-- that are there keep everything, as they did, until an operator gives them a time; a tenant that is made later has the defaults.
alter table tenants
  add column call_retention_days integer,
  add column transcript_retention_days integer,
  add column recording_retention_days integer;
alter table tenants
  alter column call_retention_days set default 400,
  alter column transcript_retention_days set default 90,
  alter column recording_retention_days set default 90;
comment on column tenants.call_retention_days is 'How many days after its creation a completed call is deleted. Null: never.';
comment on column tenants.transcript_retention_days is 'How many days after its creation a call loses its transcript. Null: with the call.';
comment on column tenants.recording_retention_days is 'How many days after its creation a call loses its recording. Null: with the call.';
comment on table tenants is 'The contract gives no retention of calls. The defaults: calls outlast a yearly account, transcripts and recordings are kept as long as deliveries, whose bodies hold transcripts too.';
