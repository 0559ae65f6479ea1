-- Processes remember what a tenant has subscribed to. The number says whether what they remember is still so, in the statement that
-- inserts the deliveries: whatever changes the answer, in a release that knows of it or not, draws another. It is drawn and not counted
-- because a count would come back with another meaning: in a tenant that has moved away and back, and after a restore.

alter table tenants add column subscriptions_version integer not null default 0;
alter table tenants alter column subscriptions_version set default (random() * 2147483647)::integer;
comment on column tenants.subscriptions_version is 'Another number after each change of its endpoints, its triggers, its rates of webhooks or its key of delivery ids.';

create function renew_subscriptions_version() returns trigger language plpgsql as $$
begin
  update tenants
     set subscriptions_version = (random() * 2147483647)::integer
   where id = case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  return null;
end
$$;

create function renew_own_subscriptions_version() returns trigger language plpgsql as $$
begin
  new.subscriptions_version := (random() * 2147483647)::integer;
  return new;
end
$$;

create trigger subscription_changes after insert or update or delete on automation_triggers
  for each row execute function renew_subscriptions_version();
-- A new endpoint has no triggers yet.
create trigger subscription_changes after update of name, url, is_active, version or delete on webhook_endpoints
  for each row execute function renew_subscriptions_version();
create trigger own_subscription_changes before update of call_events_per_minute, text_events_per_minute, delivery_id_key on tenants
  for each row execute function renew_own_subscriptions_version();
