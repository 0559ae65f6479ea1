-- An endpoint may have the headers of Standard Webhooks on its deliveries too. Releases before this one never send them.
alter table webhook_endpoints add column standard_webhooks boolean not null default false;
comment on column webhook_endpoints.standard_webhooks is 'Whether deliveries carry the headers of Standard Webhooks beside the specified ones.';
