-- How many deliveries a tenant has, by status: the exact totals of its list, and where its pages begin. They are the counts of half hours
-- that are over, and what stands in the table itself for the rest. So the statements that make and settle deliveries append no change for
-- what was created a moment ago, which is nearly all they handle.

create table webhook_delivery_changes (
  tenant_id   text not null,
  slot        timestamptz not null,
  was         text,
  became      text,
  deliveries  integer not null,
  constraint a_change_changes_something check (was is distinct from became)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table webhook_delivery_changes is 'Changes of deliveries that were counted already: few, as most are final before their half hour is over. Only ever appended to, so that nobody waits for anybody, and folded into the counts now and then.';
comment on column webhook_delivery_changes.slot is 'The half hour in which the deliveries were created.';
comment on column webhook_delivery_changes.was is 'Null: the deliveries are new.';
comment on column webhook_delivery_changes.became is 'Null: the deliveries are gone.';
-- A page reads its tenant's changes alone, however many wait to be folded.
create index changes_of_a_tenant on webhook_delivery_changes (tenant_id);

create table webhook_delivery_counts (
  tenant_id   text not null,
  slot        timestamptz not null,
  status      text not null,
  deliveries  bigint not null,
  primary key (tenant_id, slot, status)
);
comment on column webhook_delivery_counts.deliveries is 'What has been folded so far. May be below zero for a moment: a later change can be folded before an earlier one. With the changes that wait it is exact.';
create index counts_by_age on webhook_delivery_counts (slot);

create table webhook_counts_state (
  is_only              boolean primary key default true check (is_only),
  counted_until        timestamptz not null,
  closing_until        timestamptz not null,
  closing_transaction  xid8,
  closing_boundary     xid8,
  constraint closing_follows_counted check (closing_until >= counted_until)
);
comment on column webhook_counts_state.counted_until is 'Deliveries created before it stand in webhook_delivery_counts, and their changes in webhook_delivery_changes.';
comment on column webhook_counts_state.closing_until is 'Whoever changes the status of a delivery created before it appends the change. Ahead of counted_until while the half hours in between are being counted.';
comment on column webhook_counts_state.closing_transaction is 'What set closing_until. A statement whose snapshot is older may not append its changes.';
comment on column webhook_counts_state.closing_boundary is 'Set when no such statement runs any more: when all transactions before it have ended, every change that was not appended stands in the table.';
insert into webhook_counts_state (counted_until, closing_until) values ('-infinity', '-infinity');

-- A page of the list sums days, and half hours only of the days at its edges: to sum a month of half hours was most of its work. The sums
-- follow the counts by a trigger. What a statement changes is summed when it has changed all of it, so that two statements lock the half
-- hours before the days, and both in one order.
create table webhook_delivery_days (
  tenant_id   text not null,
  day         timestamptz not null,
  status      text not null,
  deliveries  bigint not null,
  primary key (tenant_id, day, status)
);
comment on table webhook_delivery_days is 'The sums of webhook_delivery_counts by the day (UTC).';
create index days_by_age on webhook_delivery_days (day);

-- Its argument is 1 for rows as they are now, and -1 for rows as they were.
create function sum_delivery_days() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery_days as d (tenant_id, day, status, deliveries)
  select tenant_id, date_bin('1 day', slot, timestamptz 'epoch'), status, cast(tg_argv[0] as integer) * sum(deliveries)
    from changed
   group by 1, 2, 3
   order by 1, 2, 3
      on conflict (tenant_id, day, status) do update
     set deliveries = d.deliveries + excluded.deliveries;
  return null;
end
$$;
create trigger sum_days_of_inserted after insert on webhook_delivery_counts
  referencing new table as changed for each statement execute function sum_delivery_days('1');
create trigger sum_days_of_updated after update on webhook_delivery_counts
  referencing new table as changed for each statement execute function sum_delivery_days('1');
create trigger sum_days_before_update after update on webhook_delivery_counts
  referencing old table as changed for each statement execute function sum_delivery_days('-1');
create trigger sum_days_of_deleted after delete on webhook_delivery_counts
  referencing old table as changed for each statement execute function sum_delivery_days('-1');
