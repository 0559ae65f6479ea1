-- The engine. A delivery is record and queue in one. Events, deliveries and attempts are cut into weeks by the time inside their ids;
-- `db/partitions.ts` makes these ahead, with the settings that the default partitions have here.

-- A page has this function in the condition of each week that it opens. In SQL its whole expression would be prepared for each of them.
create function least_uuid_at(at timestamptz) returns uuid stable strict parallel safe language plpgsql as $$
begin
  return (lpad(to_hex(floor(extract(epoch from greatest(at, timestamptz 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end
$$;
comment on function least_uuid_at is 'The least id that carries this time, or the first time that an id can carry. Those of events, deliveries and attempts begin with 48 bits of it.';

create table event_keys (
  tenant_id   text not null,
  dedupe_key  text not null,
  event_id    uuid not null,
  event_time  timestamptz not null,
  primary key (tenant_id, dedupe_key)
) with (autovacuum_analyze_scale_factor = 0.5);
comment on table event_keys is 'Decides once what one event is: a repeated source has no stable time of its own, and no unique index spans partitions. Kept until long after the event''s records are gone, so that a late repeat is still known.';

create table webhook_events (
  id           uuid not null,
  tenant_id    text not null,
  event_type   text not null,
  dedupe_key   text not null,
  body         text not null,
  occurred_at  timestamptz not null,
  created_at   timestamptz not null,
  trace        bytea,
  primary key (tenant_id, id)
) partition by range (id);
comment on column webhook_events.body is 'The exact text that is signed and sent, on every attempt and replay.';
comment on column webhook_events.trace is 'As in calls: the span that published the event, under which its attempts are told.';

-- What a success changes stands last, and in no index: PostgreSQL then writes the row anew on its page, touches no index (HOT), and logs only
-- what follows the first byte that differs.
create table webhook_deliveries (
  id                     uuid not null,
  tenant_id              text not null,
  event_id               uuid not null,
  endpoint_id            text not null,
  trigger_id             text not null,
  event_type             text not null,
  created_at             timestamptz not null,
  endpoint_snapshot      json not null,
  trigger_snapshot       json not null,

  lease                  integer not null default 0,
  lease_until            timestamptz,
  worker                 text,
  due_at                 timestamptz,
  next_retry_at          timestamptz,
  status                 text not null,
  status_before          text,
  attempts               integer not null default 0,
  cycle_attempt          integer not null default 0,
  last_attempt_at        timestamptz,
  finished_at            timestamptz,
  failed_at              timestamptz,
  response_status        integer,
  error_message          text,

  -- Nearly every delivery has one attempt. It is kept here, where its outcome is written anyway; webhook_attempts has the second and those that follow.
  first_attempt_at       timestamptz,
  first_duration_ms      integer,
  first_response_status  integer,
  first_error_class      text,
  first_response_head    bytea,

  primary key (tenant_id, id),
  constraint status_is_known check (status in ('pending', 'retrying', 'success', 'failed')),
  constraint finished_at_iff_final check ((finished_at is not null) = (status in ('success', 'failed'))),
  constraint next_retry_at_iff_retrying check ((next_retry_at is not null) = (status = 'retrying')),
  constraint failed_at_iff_failed check ((failed_at is not null) = (status = 'failed')),
  constraint due_at_only_unfinished check (due_at is null or finished_at is null)
) partition by range (id);
comment on column webhook_deliveries.lease is 'Counts claims. Fences the outcome of a worker that was given up, and shows poison.';
comment on column webhook_deliveries.lease_until is 'Until when it belongs to its worker, in real time; means nothing without a worker.';
comment on column webhook_deliveries.due_at is 'When it may be claimed, in service time. A lease sets it ahead. Null of what is finished, and of what its process has held since it inserted it.';
comment on column webhook_deliveries.status_before is 'The status before its last change: what changes a status returns this too, to keep the counts (before PostgreSQL 18 `returning` knows new values only).';
comment on column webhook_deliveries.attempts is 'Recorded outcomes over all cycles. Changes only when an outcome is written, so a crash never burns one.';
comment on column webhook_deliveries.cycle_attempt is 'Outcomes in this cycle of six; a replay starts a new one.';
comment on column webhook_deliveries.failed_at is 'Of what has failed for good, the same as finished_at. A success changes no column of an index, so the index of failures has this one.';
comment on column webhook_deliveries.first_attempt_at is 'Null until the second attempt: until then last_attempt_at is the first.';
comment on column webhook_deliveries.first_duration_ms is 'Null: there was no attempt.';
comment on column webhook_deliveries.first_response_status is 'Null until the second attempt, as first_attempt_at.';

create table webhook_attempts (
  delivery_id    uuid not null,
  tenant_id      text not null,
  n              integer not null,
  started_at     timestamptz not null,
  duration_ms    integer not null,
  status         integer,
  error_class    text,
  response_head  bytea,
  primary key (delivery_id, n)
) partition by range (delivery_id);

-- A body is compressed by lz4 where the server has it. pglz would cost every large event seven times as much, so without lz4 it stays as it is.
alter table webhook_events alter column body set storage external;
do $$
begin
  alter table webhook_events alter column body set compression lz4;
  alter table webhook_events alter column body set storage extended;
exception
  when feature_not_supported then null;
end
$$;

create table webhook_events_default partition of webhook_events default
  with (autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_cost_delay = 0);
create table webhook_deliveries_default partition of webhook_deliveries default
  with (autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_cost_delay = 0,
        fillfactor = 45);
create table webhook_attempts_default partition of webhook_attempts default
  with (autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_cost_delay = 0);

-- Calls are live and deliveries due for minutes. A sample that ANALYZE takes at a quiet hour says that there are none, and the planner then
-- reads the whole index of the live ones to find one of them, through all of the busy hour that follows. Without a sample it assumes that
-- there are some, and goes by the key. Most other columns are only shown, or asked for beside the id of one row, where a sample decides
-- nothing. Of the rest of the fast tables a tenth of the usual sample tells the planner as much, because what asks for these rows goes by a
-- key or by an index of few.
do $$
declare
  sampled record;
begin
  for sampled in
    select asked.relation, attname, case when attname = any (asked.columns) then asked.target else 0 end as target
      from (values
             ('calls', -1, array['id', 'tenant_id', 'origin', 'created_at', 'ended_at', 'ended_by', 'provider_call_id', 'dialer_dedupe_key',
                                 'placement_expired_at', 'check_at', 'completion_due_at', 'recording_due_at']),
             ('event_keys', 10, array['tenant_id', 'dedupe_key', 'event_id', 'event_time']),
             ('webhook_events', 10, array['id', 'tenant_id']),
             ('webhook_deliveries', 10, array['id', 'tenant_id', 'event_id', 'endpoint_id', 'event_type', 'status', 'created_at', 'finished_at',
                                              'failed_at', 'lease_until', 'cycle_attempt', 'worker']),
             ('webhook_attempts', 10, array['delivery_id', 'tenant_id', 'n'])) as asked (relation, target, columns)
      join pg_attribute on attrelid = asked.relation::regclass
     where attnum > 0
       and not attisdropped
  loop
    execute format('alter table %I alter column %I set statistics %s', sampled.relation, sampled.attname, sampled.target);
  end loop;
end
$$;

-- What is due? No index on status, ever: it would make every claim pay eight times.
create index deliveries_due on webhook_deliveries (due_at) where due_at is not null;
-- An endpoint's unfinished deliveries: deleting, switching off and on.
create index unfinished_deliveries_of_an_endpoint on webhook_deliveries (endpoint_id) where due_at is not null;
-- What a bulk replay takes, oldest failure first. Only what has failed for good has an error and no next attempt, and a success of the
-- first attempt changes neither.
create index failures_of_an_endpoint on webhook_deliveries (endpoint_id, failed_at, id)
  where error_message is not null and next_retry_at is null;
-- A tenant's list of what has failed for good.
create index failures_of_a_tenant on webhook_deliveries (tenant_id, created_at desc, id desc)
  where error_message is not null and next_retry_at is null;
-- What is kept for less time than the rest: retention goes by the primary key, and for these by this index.
create index deliveries_of_texts on webhook_deliveries (id)
  where event_type in ('sms.delivered', 'sms.failed');
-- A tenant's list is read by the primary key, because nearly every delivery is created when its event occurs, which is the time in its id.
-- The few whose id is of more than a minute before or a second after their creation are listed by this index.
create index dated_deliveries on webhook_deliveries (tenant_id, created_at desc, id desc)
  where uuid_send(id) < substring(int8send(cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint) - 60000) from 3)
     or uuid_send(id) > substring(int8send(cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint) + 1001) from 3);
-- Ids come in the order of time, so a note of which ids each few pages hold finds those of a span of all tenants. It costs nothing for a row.
create index deliveries_by_time on webhook_deliveries using brin (id uuid_minmax_multi_ops) with (autosummarize = on, pages_per_range = 32);

create table webhook_sweep_state (
  is_only         boolean primary key default true check (is_only),
  swept_until     timestamptz not null,
  sweeping_until  timestamptz not null,
  constraint sweeping_follows_swept check (sweeping_until >= swept_until)
);
comment on table webhook_sweep_state is 'A delivery that its process holds from its insertion on may be without a due_at, and no claim finds it when the process dies. So a sweep goes over the primary key, and makes due what is held longer than its lease.';
comment on column webhook_sweep_state.swept_until is 'A delivery whose id is of an earlier time is finished or has a due_at.';
comment on column webhook_sweep_state.sweeping_until is 'Whoever inserts a delivery whose id is of an earlier time gives it a due_at.';
insert into webhook_sweep_state (swept_until, sweeping_until) values ('epoch', 'epoch');
