-- A tenant moves to another cell while it works: the other database follows its rows by logical replication, and takes it over in a moment.

-- A subscription that asks for one tenant's rows needs the tenant in what the log says of a changed row. Where it does not stand in the
-- primary key, the log has the whole old row. That costs something only where wal_level is logical. An index for it would cost always.
alter table api_keys replica identity full;
alter table phone_numbers replica identity full;
alter table contacts replica identity full;
alter table agents replica identity full;
alter table calls replica identity full;
alter table idempotency_keys replica identity full;
alter table webhook_endpoints replica identity full;
alter table automation_triggers replica identity full;
alter table webhook_replays replica identity full;
alter table erasures replica identity full;
alter table texts replica identity full;

alter table webhook_attempts add column tenant_id text;
comment on column webhook_attempts.tenant_id is 'Null in rows from before this migration, until their tenant moves.';

alter table tenants add column held_since timestamptz;
comment on column tenants.held_since is 'Its deliveries wait since then, because it is about to be handed over to another cell.';
comment on column tenants.moving_to is 'The cell that follows it.';
comment on column tenants.hand_over_code is 'Made when the move starts, and read when it is handed over. Without it the move is abandoned, and the copy never goes on.';
comment on column tenants.exported_at is 'When the other cell had everything.';
comment on column tenants.handed_over_at is 'It lives in the other cell since then, and this is a copy to be removed.';

create or replace trigger own_subscription_changes
  before update of call_events_per_minute, text_events_per_minute, delivery_id_key, held_since on tenants
  for each row execute function renew_own_subscriptions_version();

-- The functions of the triggers that a move makes for one tenant, and takes away (tools/moving/fence.ts).
create function refuse_what_moves() returns trigger language plpgsql as $$
begin
  -- Class 23 is that of what breaks a constraint: of many items in one statement, only the tenant's own is refused.
  raise exception 'its tenant is being handed over to another cell' using errcode = '23M01';
end
$$;

create function skip_what_moves() returns trigger language plpgsql as $$
begin
  return null;
end
$$;

create function hold_what_arrives() returns trigger language plpgsql as $$
begin
  new.due_at := 'infinity';
  new.worker := null;
  return new;
end
$$;
