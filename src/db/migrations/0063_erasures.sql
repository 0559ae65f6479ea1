-- A person is erased from what a tenant has. Releases before this one neither read nor write the table.
create table erasures (
  id            text primary key,
  tenant_id     text not null references tenants on delete cascade,
  phone_number  text,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  due_at        timestamptz,
  calls         integer not null default 0,
  recordings    integer not null default 0,
  texts         integer not null default 0,
  contacts      integer not null default 0,
  events        integer not null default 0,
  deliveries    integer not null default 0,
  constraint number_until_finished check ((phone_number is null) = (finished_at is not null)),
  constraint due_until_finished check ((due_at is null) = (finished_at is not null))
);
comment on table erasures is 'The record of erasures. It keeps when and how much, and forgets the number.';
comment on column erasures.due_at is 'When a process may go on with it, in real time. A process that works on it moves this ahead.';
create index erasures_to_do on erasures (due_at) where due_at is not null;
create index erasures_of_a_tenant on erasures (tenant_id, id);
