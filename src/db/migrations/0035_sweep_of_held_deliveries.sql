-- A delivery that its process keeps in hand from its insertion on may be without a `due_at`: then its success changes no indexed column. No
-- claim finds such a row when its process dies. So a sweep goes over the primary key, and makes due what is held longer than its lease.

create function least_uuid_at(at timestamptz) returns uuid stable parallel safe language sql as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
comment on function least_uuid_at is 'The least id that carries this time. Those of events, deliveries and attempts begin with 48 bits of it.';

create table webhook_sweep_state (
  is_only         boolean primary key default true check (is_only),
  swept_until     timestamptz not null,
  sweeping_until  timestamptz not null,
  swept_at        timestamptz not null,
  constraint sweeping_follows_swept check (sweeping_until >= swept_until)
);
comment on column webhook_sweep_state.swept_until is 'A delivery whose id is of an earlier time is finished or has a due_at.';
comment on column webhook_sweep_state.sweeping_until is 'Whoever inserts a delivery whose id is of an earlier time gives it a due_at.';
comment on column webhook_sweep_state.swept_at is 'When a process that sweeps has last done so, by the clock of PostgreSQL.';

-- What is there has a due_at.
insert into webhook_sweep_state (swept_until, sweeping_until, swept_at)
select newest, newest, clock_timestamp()
  from (select coalesce(
                 (select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
                    from webhook_deliveries
                   order by id desc
                   limit 1),
                 'epoch') as newest) as found;

-- A release before this one does not sweep. Where such a release runs alone, because an update was rolled back, one of its chores comes by
-- here every ten seconds. It gives a due_at to all that died with the processes of this release. What was inserted in the last five
-- minutes is looked through again, for transactions that commit late.
create function sweep_for_older_release() returns trigger language plpgsql as $$
declare
  service_now timestamptz;
begin
  update webhook_sweep_state set swept_at = clock_timestamp() where swept_at < clock_timestamp() - interval '2 minutes';
  if found then
    select clock_timestamp() + clock_offset_ms * interval '1 millisecond' into service_now from installation;
    update webhook_deliveries
       set due_at = service_now
     where id between (select least_uuid_at(swept_until) from webhook_sweep_state) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
       and due_at is null
       and finished_at is null;
    update webhook_sweep_state
       set swept_until = greatest(swept_until, service_now - interval '5 minutes'),
           sweeping_until = greatest(sweeping_until, service_now - interval '5 minutes');
  end if;
  return null;
end
$$;
create trigger sweep_for_older_release before update on webhook_counts_state
  for each statement execute function sweep_for_older_release();
