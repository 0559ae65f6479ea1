-- A new tenant keeps its transcripts as long as their calls. Tenants that exist keep the time that they have.
alter table tenants alter column transcript_retention_days drop default;
