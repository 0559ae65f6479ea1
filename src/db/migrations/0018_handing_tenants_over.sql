-- Of a tenant that moves at most one copy is ever let go: the one that it came as takes over with a code, which the other tells once it
-- is handed over and can never be let go again.

alter table tenants add column moving_to text;
comment on column tenants.moving_to is 'The cell that it was last exported for.';

alter table tenants add column hand_over_code text;
comment on column tenants.hand_over_code is 'Made by the export, told by the hand-over. Whoever lets the tenant go on here takes it away, and what was exported is worthless.';

alter table tenants add column handed_over_at timestamptz;
comment on column tenants.handed_over_at is 'The code has been told: it lives in the other cell since then, and this is a copy to be removed.';

alter table tenants add column awaited_code bytea;
comment on column tenants.awaited_code is 'SHA-256 of the code that lets it go on here. Null: it lives here, or did until it was handed over.';

alter table tenants add column removing_since timestamptz;
comment on column tenants.removing_since is 'It is no longer whole since then.';

-- Not valid: they hold for whatever is written, and rows from before, whose new columns are null, need not be read.
alter table tenants add constraint what_lives_elsewhere_is_frozen
  check (frozen_at is not null or (handed_over_at is null and awaited_code is null and removing_since is null)) not valid;
alter table tenants add constraint handed_over_with_a_code
  check (handed_over_at is null or (exported_at is not null and moving_to is not null and hand_over_code is not null)) not valid;

create table taken_hand_over_codes (
  code_hash  bytea primary key,
  taken_at   timestamptz not null
);
comment on table taken_hand_over_codes is 'Each code lets a tenant go once: a file that was imported, let go, moved on and removed does not come in again.';
