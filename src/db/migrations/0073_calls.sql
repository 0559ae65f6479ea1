-- One row a call. `status` only moves forward; the first terminal status stands.
-- A row is written seven times. PostgreSQL logs of a changed row what lies between the first byte and the last that differ, so what never
-- changes stands first, and what changes most often last.

create table calls (
  id                      text not null,
  tenant_id               text not null references tenants on delete cascade,
  origin                  text not null default 'api',
  direction               text not null default 'ai_outbound',
  api_key_id              text,
  request_id              text,
  trace                   bytea,
  dialer_dedupe_key       text,
  agent_id                text,
  phone_number            text not null,
  from_phone_number_id    text,
  from_phone_number       text not null,
  created_at              timestamptz not null,
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
  dial_lease_until        timestamptz,
  dial_sent_at            timestamptz,
  placement               text not null default 'pending',
  provider_call_id        text,
  control_url             text,
  absent_lookups          integer not null default 0,
  placement_expired_at    timestamptz,
  end_requested_at        timestamptz,
  end_sent_at             timestamptz,

  -- What was said and done.
  transcript              text,
  extraction              text,
  extraction_error        text,
  callback                json,
  notes                   text,
  outcome                 text,
  analyzed_at             timestamptz,

  status                  text not null default 'queued',
  started_at              timestamptz,
  answered_at             timestamptz,
  ended_at                timestamptz,
  duration_seconds        integer,
  ended_reason            text,
  ended_by                text,

  -- What is still to do, and when the reconciler looks next (null: nothing).
  recording_source        text,
  recording_state         text not null default 'none',
  recording_key           text,
  recording_attempts      integer not null default 0,
  recording_due_at        timestamptz,
  completion_due_at       timestamptz,
  completed_event_at      timestamptz,
  silent_checks           integer not null default 0,
  check_at                timestamptz,

  -- The tenant stands first, so that its rows lie together in the key. Ids are in the order of creation, so it lists a tenant's calls.
  primary key (tenant_id, id),
  constraint origin_is_known check (origin in ('api', 'dialer')),
  constraint only_a_dialer_calls_without_our_agent_and_number
    check (origin = 'dialer' or (agent_id is not null and from_phone_number_id is not null)),
  constraint status_is_known check (status in ('queued', 'ringing', 'in-progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled')),
  constraint ended_at_iff_ended check ((ended_at is not null) = (status in ('completed', 'no_answer', 'busy', 'failed', 'canceled'))),
  constraint duration_only_of_an_ended_call check (duration_seconds is null or ended_at is not null),
  constraint placement_is_known check (placement in ('pending', 'unknown', 'placed')),
  constraint placed_iff_the_provider_knows_it check (origin = 'dialer' or (placement = 'placed') = (provider_call_id is not null)),
  constraint recording_state_is_known check (recording_state in ('none', 'due', 'stored', 'failed'))
);
comment on column calls.request_id is 'The X-Request-Id of the request that began it: every line that is logged of the call names it, in whatever process.';
comment on column calls.trace is 'Of a sampled trace: 16 bytes of trace id, then 8 of the span of the request that began the call. Null: not traced.';
comment on column calls.dialer_dedupe_key is 'The dialer''s own name for the call: recording it twice is one call.';
comment on column calls.agent_id is 'Null where a dialer called without an agent of ours. So is from_phone_number_id.';
comment on column calls.variables is 'Echoed exactly: JSON as text, never jsonb.';
comment on column calls.dial_sent_at is 'Set just before the request leaves: from here on the provider may have dialled. Real time.';
comment on column calls.absent_lookups is 'How often the provider said, a minute or more after it was asked to dial, that it knows no such call. Two close the call.';
comment on column calls.placement_expired_at is 'When the fate of the call had been unknown for too long. It counts against no limit since then, and is hung up if it is found.';
comment on column calls.end_sent_at is 'The provider was asked to hang up, once. Real time.';
comment on column calls.ended_by is 'callback or reconciler. Null where the call has not ended.';
comment on column calls.completion_due_at is 'An ended call waits for its analysis and recording until then; its events go out at the latest now.';
comment on column calls.check_at is 'When the reconciler asks the provider next. Null once there is nothing left to ask.';

-- Vacuum comes when a fiftieth of the calls are dead rows. The usual fifth of a hundred million calls is too late.
alter table calls set (autovacuum_vacuum_scale_factor = 0.02);
-- By lz4 where the server has it, and by pglz elsewhere.
do $$
begin
  alter table calls alter column transcript set compression lz4;
exception
  when feature_not_supported then null;
end
$$;

-- A provider's callback finds its call.
create unique index call_of_a_provider_call on calls (provider_call_id) where provider_call_id is not null;
create unique index one_call_per_dialer_dedupe_key on calls (tenant_id, dialer_dedupe_key) where dialer_dedupe_key is not null;
-- What the reconciler looks at next.
create index calls_to_check on calls (check_at) where check_at is not null;
create index calls_to_complete on calls (completion_due_at) where completion_due_at is not null;
create index recordings_to_fetch on calls (recording_due_at) where recording_due_at is not null;
-- A change of one call asks for its tenant, its id and a status that is live, and a tenant's live calls are counted.
create index live_calls_by_id on calls (tenant_id, id) where status in ('queued', 'ringing', 'in-progress');
-- What a tenant has kept long enough.
create index transcripts_by_age on calls (tenant_id, created_at) where completed_event_at is not null and transcript is not null;
create index recordings_by_age on calls (tenant_id, created_at) where completed_event_at is not null and recording_key is not null;

-- A tenant may have so many calls at once. Each of them holds a permit, and the live call is the permit: it begins with the row, and ends
-- when the call does or its fate has been unknown for too long. What inserts calls asks this function in the same transaction how many of them have one.
create function grant_permits(asking text[], waits boolean)
  returns table (tenant_id text, "limit" integer, active integer, unknown_fate integer, granted integer)
  language plpgsql
  -- The plan of a statement that asks this function is kept only if its cost seems low. That is worth 0.3 ms a statement.
  rows 1
  -- Planning each call would take four times as long as the function. A plan that is kept may not read a table from end to end
  -- because the table was empty at the time.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  locked text[];
begin
  -- Nobody else grants to these tenants until this transaction ends.
  if waits then
    locked := array(select id from tenants where id = any (asking) order by id for no key update);
  else
    locked := array(select id from tenants where id = any (asking) for no key update skip locked);
  end if;

  -- A second statement, because only a snapshot that is taken after the locks has every call that was inserted under them.
  return query
    select tenants.id,
           tenants.concurrent_calls,
           holding.active,
           holding.unknown_fate,
           greatest(0, least(asked.calls, tenants.concurrent_calls - holding.active - holding.unknown_fate))
      from (select asking_one as id, count(*)::integer as calls from unnest(asking) as asking_one group by asking_one) as asked
      join tenants on tenants.id = asked.id
     cross join lateral (
             select count(*) filter (where calls.placement <> 'unknown')::integer as active,
                    count(*) filter (where calls.placement = 'unknown')::integer as unknown_fate
               from calls
              where calls.tenant_id = asked.id
                and calls.status in ('queued', 'ringing', 'in-progress')
                and calls.placement_expired_at is null
                and calls.origin = 'api') as holding
     where asked.id = any (locked);
end
$$;
comment on function grant_permits is
  'For each tenant its limit, how many calls it has going and how many of unknown fate, and how many of those asked for it may have as well. Locks the tenants. Without '
  'waiting it leaves out those that another transaction has locked.';

create table idempotency_keys (
  api_key_id       text not null,
  operation        text not null,
  key              text not null,
  tenant_id        text not null references tenants on delete cascade,
  request_hash     bytea not null,
  response         bytea,
  response_status  integer,
  call_id          text,
  claim            uuid not null,
  lease_until      timestamptz not null,
  created_at       timestamptz not null,
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
