-- Outside a transaction
-- A page reads its tenant's changes alone, however many wait to be folded. They are few since 0029, so that the index costs nobody much.
create index concurrently changes_of_a_tenant on webhook_delivery_changes (tenant_id);
