-- A tenant moves to another cell: it is frozen, exported, imported there, and unfrozen there.

alter table tenants add column frozen_at timestamptz;
comment on column tenants.frozen_at is 'Nothing new begins for it since then: its keys and what applications report are refused, what is under way ends.';

alter table tenants add column exported_at timestamptz;
comment on column tenants.exported_at is 'It lives elsewhere since then, unless the move was given up.';

alter table tenants add column delivery_id_key bytea;
comment on column tenants.delivery_id_key is 'The installation''s that it came from, so that an event which is repeated after the move still makes the same delivery. Null: this installation''s.';
