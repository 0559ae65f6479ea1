-- What operators record and set going: contacts, calls that a dialer made, bulk replays.

-- A tenant's contacts, oldest first.
create index contacts_of_a_tenant on contacts (tenant_id, id);

-- A dialer's call may have had no agent of ours, and was made from whatever number.
alter table calls alter column agent_id drop not null;
alter table calls alter column from_phone_number_id drop not null;
alter table calls add constraint only_a_dialer_calls_without_our_agent_and_number
  check (origin = 'dialer' or (agent_id is not null and from_phone_number_id is not null));
alter table calls add column dialer_dedupe_key text;
comment on column calls.dialer_dedupe_key is 'The dialer''s own name for the call: recording it twice is one call.';
create unique index one_call_per_dialer_dedupe_key on calls (tenant_id, dialer_dedupe_key) where dialer_dedupe_key is not null;

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

-- What a replay takes, oldest failure first. Only a delivery that fails for good pays for it.
create index failed_deliveries_of_an_endpoint on webhook_deliveries (endpoint_id, finished_at, id) where status = 'failed';
