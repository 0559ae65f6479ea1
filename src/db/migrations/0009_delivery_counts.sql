-- How many deliveries a tenant has, by status and half hour: the exact totals of its list, and where its pages begin.

alter table webhook_deliveries add column status_before text;
comment on column webhook_deliveries.status_before is 'The status before its last change: what changes a status returns this too, to keep the counts (before PostgreSQL 18 `returning` knows new values only).';

create table webhook_delivery_changes (
  tenant_id   text not null,
  slot        timestamptz not null,
  was         text,
  became      text,
  deliveries  integer not null,
  constraint a_change_changes_something check (was is distinct from became)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
comment on table webhook_delivery_changes is 'Written in the statement that makes, settles or deletes deliveries, and folded into the counts now and then. Only ever appended to, so that nobody waits for anybody.';
comment on column webhook_delivery_changes.slot is 'The half hour in which the deliveries were created.';
comment on column webhook_delivery_changes.was is 'Null: the deliveries are new.';
comment on column webhook_delivery_changes.became is 'Null: the deliveries are gone.';
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

insert into webhook_delivery_counts (tenant_id, slot, status, deliveries)
select tenant_id, date_bin('30 minutes', created_at, timestamptz 'epoch'), status, count(*)
  from webhook_deliveries
 group by 1, 2, 3;

-- A tenant's dead letters, newest first. Only a delivery that fails for good pays for it: no claim and no success does.
create index failed_deliveries_of_a_tenant on webhook_deliveries (tenant_id, created_at desc, id desc) where status = 'failed';
