-- One row a call. `status` only moves forward; the first terminal status stands.

create table calls (
  id                      text primary key,
  tenant_id               text not null references tenants on delete cascade,
  origin                  text not null default 'api',
  api_key_id              text,
  agent_id                text not null,
  phone_number            text not null,
  from_phone_number_id    text not null,
  from_phone_number       text not null,
  direction               text not null default 'ai_outbound',
  status                  text not null default 'queued',
  outcome                 text,
  notes                   text,
  ended_reason            text,
  duration_seconds        integer,
  started_at              timestamptz,
  answered_at             timestamptz,
  ended_at                timestamptz,
  created_at              timestamptz not null,
  transcript              text,
  extraction              text,
  extraction_error        text,
  callback                json,
  campaign                json,
  variables               text not null default '{}',
  metadata                text not null default '{}',
  known_consent           boolean not null default false,
  consent_record_id       text,

  -- What the agent was when the call was placed.
  extraction_schema       text,
  active_outcomes         text[] not null,
  qualifying_outcomes     text[] not null,

  -- The provider's side.
  placement               text not null default 'pending',
  provider_call_id        text,
  control_url             text,
  dial_fence              integer not null default 0,
  dial_lease_until        timestamptz,
  dial_sent_at            timestamptz,
  absent_lookups          integer not null default 0,
  end_requested_at        timestamptz,
  end_sent_at             timestamptz,

  -- What is still to do, and when the reconciler looks next (null: nothing).
  analyzed_at             timestamptz,
  recording_source        text,
  recording_state         text not null default 'none',
  recording_key           text,
  recording_attempts      integer not null default 0,
  recording_due_at        timestamptz,
  completion_due_at       timestamptz,
  completed_event_at      timestamptz,
  silent_checks           integer not null default 0,
  check_at                timestamptz,

  constraint origin_is_known check (origin in ('api', 'dialer')),
  constraint status_is_known check (status in ('queued', 'ringing', 'in-progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled')),
  constraint ended_at_iff_ended check ((ended_at is not null) = (status in ('completed', 'no_answer', 'busy', 'failed', 'canceled'))),
  constraint duration_only_of_an_ended_call check (duration_seconds is null or ended_at is not null),
  constraint placement_is_known check (placement in ('pending', 'unknown', 'placed')),
  constraint placed_iff_the_provider_knows_it check (origin = 'dialer' or (placement = 'placed') = (provider_call_id is not null)),
  constraint recording_state_is_known check (recording_state in ('none', 'due', 'stored', 'failed'))
);
alter table calls alter column transcript set storage external;
comment on column calls.variables is 'Echoed exactly: JSON as text, never jsonb.';
comment on column calls.dial_fence is 'Counts who took the right to dial. A dialler checks it again right before it sends.';
comment on column calls.dial_sent_at is 'Set just before the request leaves: from here on the provider may have dialled. Real time.';
comment on column calls.absent_lookups is 'How often the provider said, after the dialler''s lease had run out, that it knows no such call. Two before anybody dials again.';
comment on column calls.end_sent_at is 'The provider was asked to hang up, once. Real time.';
comment on column calls.completion_due_at is 'An ended call waits for its analysis and recording until then; its events go out at the latest now.';
comment on column calls.check_at is 'When the reconciler asks the provider next. Null once there is nothing left to ask.';

-- A provider''s callback finds its call.
create unique index call_of_a_provider_call on calls (provider_call_id) where provider_call_id is not null;
-- What the reconciler looks at next.
create index calls_to_check on calls (check_at) where check_at is not null;
create index calls_to_complete on calls (completion_due_at) where completion_due_at is not null;
create index recordings_to_fetch on calls (recording_due_at) where recording_due_at is not null;
-- How many calls a tenant has going, when Redis cannot say.
create index live_calls_of_a_tenant on calls (tenant_id) where status in ('queued', 'ringing', 'in-progress');

create table idempotency_keys (
  api_key_id     text not null,
  operation      text not null,
  key            text not null,
  tenant_id      text not null references tenants on delete cascade,
  request_hash   bytea not null,
  response       bytea,
  response_status integer,
  call_id        text,
  claim          uuid not null,
  lease_until    timestamptz not null,
  created_at     timestamptz not null,
  primary key (api_key_id, operation, key),
  constraint answered_with_a_status check ((response is null) = (response_status is null))
);
comment on column idempotency_keys.operation is 'The operationId, and the path''s id where it has one.';
comment on column idempotency_keys.response is 'The first answer''s exact bytes, encrypted: some hold a secret.';
comment on column idempotency_keys.claim is 'Who is at work under this key: made anew at each claim, so that one who was given up cannot write over the next.';
comment on column idempotency_keys.lease_until is 'The first request is still at work until then (real time). Past it, whoever comes next takes over.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- A call that was refused takes its key with it.
create index idempotency_key_of_a_call on idempotency_keys (call_id) where call_id is not null;
