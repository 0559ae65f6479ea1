-- Facts that all processes of the installation share; tenants, the keys they call with, and what they own to call from.

create table installation (
  only_one         boolean primary key default true check (only_one),
  delivery_id_key  bytea not null,
  clock_offset_ms  bigint not null default 0,
  created_at       timestamptz not null default now()
);
comment on column installation.delivery_id_key is 'Keys the HMAC inside delivery ids. Made once, never rotated: rotating it would make repeats into new deliveries.';
comment on column installation.clock_offset_ms is 'Sandbox only: how far ahead of real time the service''s clock runs.';

create table tenants (
  id                         text primary key,
  name                       text not null,
  public_api_enabled         boolean not null default true,
  billing                    text not null,
  writes_per_minute          integer not null,
  reads_per_minute           integer not null,
  concurrent_calls           integer not null,
  call_events_per_minute     integer not null,
  text_events_per_minute     integer not null,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,

  call_retention_days        integer default 400,
  transcript_retention_days  integer default 90,
  recording_retention_days   integer default 90,

  delivery_id_key            bytea,
  -- Drawn and not counted, because a count would come back with another meaning: in a tenant that has moved away and back, and after a restore.
  subscriptions_version      integer not null default (random() * 2147483647)::integer,

  -- A tenant moves to another cell: it is followed there, frozen, handed over, and removed here.
  moving_to                  text,
  hand_over_code             text,
  held_since                 timestamptz,
  frozen_at                  timestamptz,
  exported_at                timestamptz,
  handed_over_at             timestamptz,
  awaited_code               bytea,
  removing_since             timestamptz,

  deleting_since             timestamptz,
  deletion_lease_until       timestamptz,

  constraint billing_is_known check (billing in ('pay_as_you_go', 'invoice')),
  constraint limits_are_positive check (least(writes_per_minute, reads_per_minute, concurrent_calls, call_events_per_minute, text_events_per_minute) >= 1),
  constraint what_lives_elsewhere_is_frozen
    check (frozen_at is not null or (handed_over_at is null and awaited_code is null and removing_since is null)),
  constraint handed_over_with_a_code
    check (handed_over_at is null or (exported_at is not null and moving_to is not null and hand_over_code is not null))
);
comment on table tenants is 'The contract gives no retention of calls. The defaults: calls outlast a yearly account, transcripts and recordings are kept as long as deliveries, whose bodies hold transcripts too.';
comment on column tenants.call_retention_days is 'How many days after its creation a completed call is deleted. Null: never.';
comment on column tenants.transcript_retention_days is 'How many days after its creation a call loses its transcript. Null: with the call.';
comment on column tenants.recording_retention_days is 'How many days after its creation a call loses its recording. Null: with the call.';
comment on column tenants.delivery_id_key is 'The installation''s that it came from, so that an event which is repeated after the move still makes the same delivery. Null: this installation''s.';
comment on column tenants.subscriptions_version is 'Another number after each change of its endpoints, its triggers, its rates of webhooks or its key of delivery ids.';
comment on column tenants.moving_to is 'The cell that follows it.';
comment on column tenants.hand_over_code is 'Made when the move starts, and read when it is handed over. Without it the move is abandoned, and the copy never goes on.';
comment on column tenants.held_since is 'Its deliveries wait since then, because it is about to be handed over to another cell.';
comment on column tenants.frozen_at is 'Nothing new begins for it since then: its keys and what applications report are refused, what is under way ends.';
comment on column tenants.exported_at is 'When the other cell had everything.';
comment on column tenants.handed_over_at is 'It lives in the other cell since then, and this is a copy to be removed.';
comment on column tenants.awaited_code is 'SHA-256 of the code that lets it go on here. Null: it lives here, or did until it was handed over.';
comment on column tenants.removing_since is 'It is no longer whole since then.';
comment on column tenants.deleting_since is 'When it was deleted, in real time. Nothing of it is served since then, and a chore removes its rows, this one last.';
comment on column tenants.deletion_lease_until is 'Until when one process removes its rows, in real time.';
-- A chore looks every second for tenants that are being deleted, and mostly there is none.
create index tenants_being_deleted on tenants (deleting_since) where deleting_since is not null;

create table api_keys (
  id           text primary key,
  tenant_id    text not null references tenants on delete cascade,
  name         text not null,
  secret_hash  bytea not null,
  mode         text not null,
  cell         text not null,
  scopes       text[] not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  created_at   timestamptz not null
);
comment on column api_keys.secret_hash is 'SHA-256 of the secret part. The secret has 256 random bits, so a slow hash would add nothing.';
comment on column api_keys.mode is 'What the text of the key says after rp_: live or test.';
comment on column api_keys.cell is 'The cell that the text of the key names: the one in which it was made.';
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
-- Who receives at this number?
create index owners_of_a_number on phone_numbers (phone_number);

create table wallets (
  tenant_id       text primary key references tenants on delete cascade,
  balance_micros  bigint not null default 0,
  constraint balance_is_never_negative check (balance_micros >= 0)
);
comment on table wallets is 'The sum of a tenant''s ledger, kept so that a hold can lock one row. Written only together with a ledger row.';

create table wallet_ledger (
  id                    bigint generated always as identity,
  tenant_id             text not null references tenants on delete cascade,
  kind                  text not null,
  amount_micros         bigint not null,
  balance_after_micros  bigint not null,
  call_id               text,
  note                  text,
  dedupe_key            text,
  created_at            timestamptz not null,
  -- The tenant stands first, so that entries keep their ids when their tenant moves: each database numbers its own.
  primary key (tenant_id, id),
  constraint kind_is_known check (kind in ('credit', 'hold', 'release', 'settlement'))
);
comment on column wallet_ledger.dedupe_key is 'The caller''s own name for a credit, given once for each tenant. Null: none was given, or it is no credit.';
create index ledger_of_a_call on wallet_ledger (call_id) where call_id is not null;
-- A call is held once and closed once, whoever asks how often.
create unique index one_hold_per_call on wallet_ledger (call_id) where kind = 'hold';
create unique index one_closing_per_call on wallet_ledger (call_id) where kind in ('release', 'settlement');
create unique index one_credit_per_key on wallet_ledger (tenant_id, dedupe_key) where dedupe_key is not null;

create table contacts (
  id             text primary key,
  tenant_id      text not null references tenants on delete cascade,
  phone          text not null,
  name           text not null default '',
  email          text not null default '',
  address        text not null default '',
  city           text not null default '',
  state          text not null default '',
  zip            text not null default '',
  property_id    text not null default '',
  custom_fields  text not null default '{}',
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  constraint one_contact_per_number_of_a_tenant unique (tenant_id, phone)
);
comment on column contacts.property_id is 'The operator''s own id of the property that the address is of, or empty.';
-- A tenant's contacts, oldest first.
create index contacts_of_a_tenant on contacts (tenant_id, id);
