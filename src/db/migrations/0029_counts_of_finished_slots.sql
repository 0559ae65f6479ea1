-- A list's exact totals are the counts of half hours that are over, and what stands in the table itself for the rest. So the statements
-- that make and settle deliveries append no change for what was created a moment ago, which is nearly all they handle.

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

-- What is there was counted by its changes, up to now. A release before this one appends every change and goes on to: those of half
-- hours that are not counted yet are left alone until these are, and are then deleted. While such a release runs beside this one, its own
-- lists lack what this one has not counted yet; they are right again when it has ended.
insert into webhook_counts_state (counted_until, closing_until)
select until, until
  from (select case when exists (select from webhook_deliveries) then date_bin('30 minutes', now(), timestamptz 'epoch')
                    else '-infinity' end as until) as now;

comment on table webhook_delivery_changes is 'Changes of deliveries that were counted already: few, as most are final before their half hour is over. Folded into the counts now and then.';
