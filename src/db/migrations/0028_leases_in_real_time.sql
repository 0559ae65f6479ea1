-- A lease of a delivery ended when service time passed `due_at`, so that a step of the sandbox's clock ended all leases at once.

alter table webhook_deliveries add column lease_until timestamptz;
comment on column webhook_deliveries.lease_until is 'Until when it belongs to its worker, in real time; means nothing without a worker. Releases before this column do not write it.';
comment on column webhook_deliveries.due_at is 'When it may be claimed, in service time. A lease sets it ahead.';
