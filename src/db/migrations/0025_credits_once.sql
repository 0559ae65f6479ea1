-- A credit may be repeated with its key, as an application event may.

alter table wallet_ledger add column dedupe_key text;
comment on column wallet_ledger.dedupe_key is 'The caller''s own name for a credit, given once for each tenant. Null: none was given, or it is no credit.';
