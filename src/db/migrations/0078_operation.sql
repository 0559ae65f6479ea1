-- What years of operation bring: each day's sum, restores of the database, erasures, what operators did, and tenants that move.

create table daily_summaries (
  day         date primary key,
  summary     json not null,
  created_at  timestamptz not null
);
comment on table daily_summaries is 'What each day came to, summed up once by whichever process comes first. Kept as it was told to the operator: rows that it was counted from may be gone by now.';

-- A restore of the database forgets calls that the provider has. It is noticed by the server's identity, which changes with it.
create table database_identity (
  is_one             boolean primary key default true check (is_one),
  system_identifier  text not null,
  timeline           text not null,
  alive_at           timestamptz not null
);
comment on table database_identity is 'The one row says which server the service works on. A restored server begins another timeline, and a server made from a dump has another identifier.';
comment on column database_identity.alive_at is 'When the service last saw this server, in real time: a restored row says up to when it has everything.';

create table restores (
  id          bigint generated always as identity primary key,
  lost_from   timestamptz not null,
  lost_until  timestamptz not null check (lost_until >= lost_from),
  cause       text not null check (cause in ('timeline', 'system', 'operator')),
  noticed_at  timestamptz not null
);
comment on table restores is 'Spans of time, in real time, of which rows may be missing since the server was restored or another one was promoted.';

-- A person is erased from what a tenant has.
create table erasures (
  id            text primary key,
  tenant_id     text not null references tenants on delete cascade,
  phone_number  text,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  due_at        timestamptz,
  calls         integer not null default 0,
  recordings    integer not null default 0,
  texts         integer not null default 0,
  contacts      integer not null default 0,
  events        integer not null default 0,
  deliveries    integer not null default 0,
  constraint number_until_finished check ((phone_number is null) = (finished_at is not null)),
  constraint due_until_finished check ((due_at is null) = (finished_at is not null))
);
comment on table erasures is 'The record of erasures. It keeps when and how much, and forgets the number.';
comment on column erasures.due_at is 'When a process may go on with it, in real time. A process that works on it moves this ahead.';
create index erasures_to_do on erasures (due_at) where due_at is not null;
create index erasures_of_a_tenant on erasures (tenant_id, id);

create table audit_log (
  id          text primary key,
  at          timestamptz not null,
  operation   text not null,
  ids         jsonb not null,
  result      text,
  request_id  text,
  address     text not null
);
comment on table audit_log is 'What operators did. An entry is written before its operation begins and gets its result afterwards. Nothing else changes it, and only its age deletes it: the triggers refuse the rest. It has ids, and no bodies.';
comment on column audit_log.at is 'Real time.';
comment on column audit_log.result is 'done, or the code of the refusal. Null: the process died, or lost its database, before it could say.';
create index audit_log_of_a_tenant on audit_log ((ids ->> 'tenantId'), id);

-- What the log says stays, whatever a program or a person sends to the database. Who owns the table can still take the triggers away.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and old.result is null
     and new.ids @> old.ids
     and (new.id, new.at, new.operation, new.request_id, new.address) is not distinct from (old.id, old.at, old.operation, old.request_id, old.address)
  then
    return new;
  end if;
  -- Entries are deleted after 400 days, by the clock of a process, which may be ahead of this one.
  if tg_op = 'DELETE' and old.at < now() - interval '399 days' then
    return old;
  end if;
  -- Class 23 is that of what breaks a constraint.
  raise exception 'the audit log is append-only' using errcode = '23M02';
end
$$;
create trigger keep_audit_log before update or delete on audit_log for each row execute function keep_audit_log();
create trigger keep_whole_audit_log before truncate on audit_log for each statement execute function keep_audit_log();

-- A tenant moves to another cell while it works: the other database follows its rows by logical replication, and takes it over in a moment.
-- A subscription that asks for one tenant's rows needs the tenant in what the log says of a changed row. Where it does not stand in the
-- primary key, the log has the whole old row. That costs something only where wal_level is logical. An index for it would cost always.
alter table api_keys replica identity full;
alter table phone_numbers replica identity full;
alter table contacts replica identity full;
alter table agents replica identity full;
alter table idempotency_keys replica identity full;
alter table webhook_endpoints replica identity full;
alter table automation_triggers replica identity full;
alter table webhook_replays replica identity full;
alter table erasures replica identity full;

-- The functions of the triggers that a move makes for one tenant, and takes away (tools/moving/fence.ts).
create function refuse_what_moves() returns trigger language plpgsql as $$
begin
  -- Class 23 is that of what breaks a constraint: of many items in one statement, only the tenant's own is refused.
  raise exception 'its tenant is being handed over to another cell' using errcode = '23M01';
end
$$;

create function skip_what_moves() returns trigger language plpgsql as $$
begin
  return null;
end
$$;

create function hold_what_arrives() returns trigger language plpgsql as $$
begin
  new.due_at := 'infinity';
  new.worker := null;
  return new;
end
$$;
