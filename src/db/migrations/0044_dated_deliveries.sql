-- Outside a transaction.
-- A tenant's list is read by the primary key, because nearly every delivery is created when its event occurs, which is the time in its id.
-- The few whose id is of more than a minute before or a second after their creation are listed by this index.
create index concurrently dated_deliveries on webhook_deliveries (tenant_id, created_at desc, id desc)
  where uuid_send(id) < substring(int8send(cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint) - 60000) from 3)
     or uuid_send(id) > substring(int8send(cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint) + 1001) from 3);
