-- Tenants, the keys they call with, and what they own to call from.

create table tenants (
  id                      text primary key,
  name                    text not null,
  public_api_enabled      boolean not null default true,
  billing                 text not null,
  writes_per_minute       integer not null,
  reads_per_minute        integer not null,
  concurrent_calls        integer not null,
  call_events_per_minute  integer not null,
  text_events_per_minute  integer not null,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  constraint billing_is_known check (billing in ('pay_as_you_go', 'invoice')),
  constraint limits_are_positive check (least(writes_per_minute, reads_per_minute, concurrent_calls, call_events_per_minute, text_events_per_minute) >= 1)
);

create table api_keys (
  id           text primary key,
  tenant_id    text not null references tenants on delete cascade,
  name         text not null,
  secret_hash  bytea not null,
  scopes       text[] not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  created_at   timestamptz not null
);
comment on column api_keys.secret_hash is 'SHA-256 of the secret part. The secret has 256 random bits, so a slow hash would add nothing.';
create index api_keys_of_a_tenant on api_keys (tenant_id, id);

create table phone_numbers (
  id                  text primary key,
  tenant_id           text not null references tenants on delete cascade,
  phone_number        text not null,
  provider_number_id  text not null,
  health              integer not null default 100,
  is_active           boolean not null default true,
  created_at          timestamptz not null,
  constraint health_is_a_percentage check (health between 0 and 100),
  constraint one_row_per_number_of_a_tenant unique (tenant_id, phone_number)
);

create table wallets (
  tenant_id       text primary key references tenants on delete cascade,
  balance_micros  bigint not null default 0,
  constraint balance_is_never_negative check (balance_micros >= 0)
);
comment on table wallets is 'The sum of a tenant''s ledger, kept so that a hold can lock one row. Written only together with a ledger row.';

create table wallet_ledger (
  id                    bigint generated always as identity primary key,
  tenant_id             text not null references tenants on delete cascade,
  kind                  text not null,
  amount_micros         bigint not null,
  balance_after_micros  bigint not null,
  call_id               text,
  note                  text,
  created_at            timestamptz not null,
  constraint kind_is_known check (kind in ('credit', 'hold', 'release', 'settlement'))
);
create index ledger_of_a_tenant on wallet_ledger (tenant_id, id);
create index ledger_of_a_call on wallet_ledger (call_id) where call_id is not null;
-- A call is held once and closed once, whoever asks how often.
create unique index one_hold_per_call on wallet_ledger (call_id) where kind = 'hold';
create unique index one_closing_per_call on wallet_ledger (call_id) where kind in ('release', 'settlement');

create table contacts (
  id          text primary key,
  tenant_id   text not null references tenants on delete cascade,
  phone       text not null,
  name        text not null default '',
  email       text not null default '',
  address     text not null default '',
  city        text not null default '',
  state       text not null default '',
  zip         text not null default '',
  custom_fields text not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint one_contact_per_number_of_a_tenant unique (tenant_id, phone)
);
