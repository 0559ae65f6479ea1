-- Where a tenant's webhooks go, and which events fire them.

create table webhook_endpoints (
  id                 text primary key,
  tenant_id          text not null references tenants on delete cascade,
  name               text not null,
  url                text not null,
  method             text not null,
  headers            json not null,
  secret             bytea not null,
  secret_last4       text not null,
  standard_webhooks  boolean not null default false,
  is_active          boolean not null,
  version            integer not null default 1,
  created_at         timestamptz not null,
  slowed_since       timestamptz,
  slowed_reason      text,
  failures_in_a_row  integer not null default 0,
  failing_since      timestamptz,
  noticed_failures   integer not null default 0,
  noticed_since      timestamptz,
  notice_due_at      timestamptz,
  constraint method_is_known check (method in ('POST', 'PUT'))
);
comment on column webhook_endpoints.secret is 'The signing secret, encrypted.';
comment on column webhook_endpoints.standard_webhooks is 'Whether deliveries carry the headers of Standard Webhooks beside the specified ones.';
comment on column webhook_endpoints.version is 'Counts every change, so that a dispatcher knows when what it remembers is old.';
comment on column webhook_endpoints.slowed_since is 'When its attempts began to fail one after the other. Null where it is healthy.';
comment on column webhook_endpoints.slowed_reason is 'The error of the attempt from which it is slowed.';
comment on column webhook_endpoints.failures_in_a_row is 'Failed attempts since the last success, over all processes.';
comment on column webhook_endpoints.failing_since is 'When the last row of failures began.';
comment on column webhook_endpoints.noticed_failures is 'The number of failures that the operator was last told of. 0 where none was told, or the recovery was.';
comment on column webhook_endpoints.noticed_since is 'The failing_since that the operator was last told of.';
comment on column webhook_endpoints.notice_due_at is 'When the operator is to be told, in real time. Null where there is nothing to tell.';
create index endpoints_of_a_tenant on webhook_endpoints (tenant_id, id);
-- A chore looks every few seconds for endpoints that the operator is to be told of, and mostly there is none.
create index notices_due on webhook_endpoints (notice_due_at) where notice_due_at is not null;

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

-- Processes remember what a tenant has subscribed to. The tenant's number says whether what they remember is still so, in the statement that
-- inserts the deliveries: whatever changes the answer, in a release that knows of it or not, draws another.
create function renew_subscriptions_version() returns trigger language plpgsql as $$
begin
  update tenants
     set subscriptions_version = (random() * 2147483647)::integer
   where id = case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  return null;
end
$$;

create function renew_own_subscriptions_version() returns trigger language plpgsql as $$
begin
  new.subscriptions_version := (random() * 2147483647)::integer;
  return new;
end
$$;

create trigger subscription_changes after insert or update or delete on automation_triggers
  for each row execute function renew_subscriptions_version();
-- A new endpoint has no triggers yet.
create trigger subscription_changes after update of name, url, is_active, version or delete on webhook_endpoints
  for each row execute function renew_subscriptions_version();
create trigger own_subscription_changes
  before update of call_events_per_minute, text_events_per_minute, delivery_id_key, held_since on tenants
  for each row execute function renew_own_subscriptions_version();

create table webhook_replays (
  id           text primary key,
  tenant_id    text not null references tenants on delete cascade,
  endpoint_id  text not null references webhook_endpoints on delete cascade,
  since        timestamptz not null,
  until        timestamptz not null,
  state        text not null,
  total        integer not null,
  replayed     integer not null default 0,
  remaining    integer,
  due_at       timestamptz,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  constraint state_is_known check (state in ('running', 'done', 'canceled')),
  constraint due_at_iff_running check ((due_at is not null) = (state = 'running')),
  constraint finished_at_iff_ended check ((finished_at is not null) = (state <> 'running')),
  constraint remaining_iff_ended check ((remaining is not null) = (state <> 'running'))
);
comment on table webhook_replays is 'An endpoint''s deliveries that failed for good between two times, on their way back into the queue. There is no list of them: what is still failed in that time is what remains.';
comment on column webhook_replays.until is 'When it began. What fails later, a replayed one too, is not taken again.';
comment on column webhook_replays.replayed is 'Written in the transaction that puts the deliveries back.';
comment on column webhook_replays.due_at is 'When to go on: the tenant''s bucket is left half to what happens now.';
create unique index one_running_replay_per_endpoint on webhook_replays (endpoint_id) where state = 'running';
create index replays_to_go_on_with on webhook_replays (due_at) where due_at is not null;
