-- What the log of operators says stays, whatever a program or a person sends to the database. Who owns the table can still take the triggers away.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and old.result is null
     and new.ids @> old.ids
     and (new.id, new.at, new.operation, new.request_id, new.address) is not distinct from (old.id, old.at, old.operation, old.request_id, old.address)
  then
    return new;
  end if;
  -- Entries are deleted after 400 days, by the clock of a process, which may be ahead of this one.
  if tg_op = 'DELETE' and old.at < now() - interval '399 days' then
    return old;
  end if;
  -- Class 23 is that of what breaks a constraint.
  raise exception 'the audit log is append-only' using errcode = '23M02';
end
$$;
create trigger keep_audit_log before update or delete on audit_log for each row execute function keep_audit_log();
create trigger keep_whole_audit_log before truncate on audit_log for each statement execute function keep_audit_log();
comment on table audit_log is 'An entry is written before its operation begins and gets its result afterwards. Nothing else changes it, and only its age deletes it: the triggers refuse the rest. It has ids, and no bodies.';
