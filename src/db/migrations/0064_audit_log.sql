-- What operators did. Releases before this one write nothing into it.
create table audit_log (
  id          text primary key,
  at          timestamptz not null,
  operation   text not null,
  ids         jsonb not null,
  result      text,
  request_id  text,
  address     text not null
);
comment on table audit_log is 'An entry is written before its operation begins and gets its result afterwards. Nothing else changes it, and only its age deletes it. It has ids, and no bodies.';
comment on column audit_log.at is 'Real time.';
comment on column audit_log.result is 'done, or the code of the refusal. Null: the process died, or lost its database, before it could say.';
create index audit_log_of_a_tenant on audit_log ((ids ->> 'tenantId'), id);
