-- Facts about this installation that every process shares.

create table installation (
  only_one              boolean primary key default true check (only_one),
  delivery_id_key       bytea not null,
  clock_offset_ms       bigint not null default 0,
  created_at            timestamptz not null default now()
);
comment on column installation.delivery_id_key is 'Keys the HMAC inside delivery ids. Made once, never rotated: rotating it would make repeats into new deliveries.';
comment on column installation.clock_offset_ms is 'Sandbox only: how far ahead of real time the service''s clock runs.';
