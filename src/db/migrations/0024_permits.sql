-- A tenant may have so many calls at once. Each of them holds a permit, and the live call is the permit: it begins with the row, and ends
-- when the call does or its fate has been unknown for too long. What inserts calls asks this function in the same transaction how many of them have one.

create function grant_permits(asking text[], waits boolean)
  returns table (tenant_id text, "limit" integer, active integer, unknown_fate integer, granted integer)
  language plpgsql
  -- The plan of a statement that asks this function is kept only if its cost seems low. That is worth 0.3 ms a statement.
  rows 1
  -- Planning each call would take four times as long as the function. A plan that is kept may not read a table from end to end
  -- because the table was empty at the time.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  locked text[];
begin
  -- Nobody else grants to these tenants until this transaction ends.
  if waits then
    locked := array(select id from tenants where id = any (asking) order by id for no key update);
  else
    locked := array(select id from tenants where id = any (asking) for no key update skip locked);
  end if;

  -- A second statement, because only a snapshot that is taken after the locks has every call that was inserted under them.
  return query
    select tenants.id,
           tenants.concurrent_calls,
           holding.active,
           holding.unknown_fate,
           greatest(0, least(asked.calls, tenants.concurrent_calls - holding.active - holding.unknown_fate))
      from (select asking_one as id, count(*)::integer as calls from unnest(asking) as asking_one group by asking_one) as asked
      join tenants on tenants.id = asked.id
     cross join lateral (
             select count(*) filter (where calls.placement <> 'unknown')::integer as active,
                    count(*) filter (where calls.placement = 'unknown')::integer as unknown_fate
               from calls
              where calls.tenant_id = asked.id
                and calls.status in ('queued', 'ringing', 'in-progress')
                and calls.placement_expired_at is null
                and calls.origin = 'api') as holding
     where asked.id = any (locked);
end
$$;
comment on function grant_permits is
  'For each tenant its limit, how many calls it has going and how many of unknown fate, and how many of those asked for it may have as well. Locks the tenants. Without '
  'waiting it leaves out those that another transaction has locked.';
