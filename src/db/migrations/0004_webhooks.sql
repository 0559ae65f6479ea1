create table webhook_endpoints (
  id           text primary key,
  tenant_id    text not null references tenants on delete cascade,
  name         text not null,
  url          text not null,
  method       text not null,
  headers      json not null,
  secret       bytea not null,
  secret_last4 text not null,
  is_active    boolean not null,
  version      integer not null default 1,
  created_at   timestamptz not null,
  constraint method_is_known check (method in ('POST', 'PUT'))
);
comment on column webhook_endpoints.secret is 'The signing secret, encrypted.';
comment on column webhook_endpoints.version is 'Counts every change, so that a dispatcher knows when what it remembers is old.';
create index endpoints_of_a_tenant on webhook_endpoints (tenant_id, id);

create table automation_triggers (
  id                   text primary key,
  tenant_id            text not null references tenants on delete cascade,
  name                 text not null,
  event_type           text not null,
  webhook_endpoint_id  text not null references webhook_endpoints on delete cascade,
  outcomes             text[],
  is_active            boolean not null,
  created_at           timestamptz not null,
  constraint outcomes_only_of_call_events check (outcomes is null or event_type = 'call.completed')
);
comment on column automation_triggers.outcomes is 'Fires only for these; null fires for every outcome.';
create index triggers_of_a_tenant on automation_triggers (tenant_id, id);
-- Which triggers does this event fire?
create index triggers_of_an_event on automation_triggers (tenant_id, event_type) where is_active;
create index triggers_of_an_endpoint on automation_triggers (webhook_endpoint_id);

-- The engine. A delivery is record and queue in one: `due_at` is both "due" and "leased until".
-- All three tables are cut into weeks by the time inside their ids; `db/partitions.ts` makes them ahead.

create table event_keys (
  tenant_id   text not null,
  dedupe_key  text not null,
  event_id    uuid not null,
  event_time  timestamptz not null,
  primary key (tenant_id, dedupe_key)
);
comment on table event_keys is 'Decides once what one event is: a repeated source has no stable time of its own, and no unique index spans partitions.';
create index event_keys_by_age on event_keys (event_time);

create table webhook_events (
  id           uuid primary key,
  tenant_id    text not null,
  event_type   text not null,
  dedupe_key   text not null,
  body         text not null,
  occurred_at  timestamptz not null,
  created_at   timestamptz not null
) partition by range (id);
-- A transcript of 11 KB costs five times as much to store compressed.
alter table webhook_events alter column body set storage external;
comment on column webhook_events.body is 'The exact text that is signed and sent, on every attempt and replay.';

create table webhook_deliveries (
  id                 uuid primary key,
  tenant_id          text not null,
  event_id           uuid not null,
  endpoint_id        text not null,
  trigger_id         text not null,
  event_type         text not null,
  status             text not null,
  attempts           integer not null default 0,
  response_status    integer,
  error_message      text,
  next_retry_at      timestamptz,
  last_attempt_at    timestamptz,
  finished_at        timestamptz,
  created_at         timestamptz not null,
  endpoint_snapshot  json not null,
  trigger_snapshot   json not null,

  due_at             timestamptz,
  cycle_attempt      integer not null default 0,
  lease              integer not null default 0,
  worker             text,

  constraint status_is_known check (status in ('pending', 'retrying', 'success', 'failed')),
  constraint finished_at_iff_final check ((finished_at is not null) = (status in ('success', 'failed'))),
  constraint next_retry_at_iff_retrying check ((next_retry_at is not null) = (status = 'retrying')),
  constraint due_at_iff_not_final check ((due_at is null) = (status in ('success', 'failed')))
) partition by range (id);
comment on column webhook_deliveries.attempts is 'Recorded outcomes over all cycles. Changes only when an outcome is written, so a crash never burns one.';
comment on column webhook_deliveries.cycle_attempt is 'Outcomes in this cycle of six; a replay starts a new one.';
comment on column webhook_deliveries.lease is 'Counts claims. Fences the outcome of a worker that was given up, and shows poison.';
-- What is due? No index on status, ever: it would make every claim pay eight times.
create index deliveries_due on webhook_deliveries (due_at) where due_at is not null;
-- A tenant's list, newest first.
create index deliveries_of_a_tenant on webhook_deliveries (tenant_id, created_at desc, id desc);
-- An endpoint's unfinished deliveries: deleting, switching off and on.
create index unfinished_deliveries_of_an_endpoint on webhook_deliveries (endpoint_id) where due_at is not null;

create table webhook_attempts (
  delivery_id    uuid not null,
  n              integer not null,
  started_at     timestamptz not null,
  duration_ms    integer not null,
  status         integer,
  error_class    text,
  response_head  bytea,
  primary key (delivery_id, n)
) partition by range (delivery_id);

create table webhook_events_default partition of webhook_events default;
create table webhook_deliveries_default partition of webhook_deliveries default;
create table webhook_attempts_default partition of webhook_attempts default;
