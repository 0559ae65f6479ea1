-- The tenant stands first in the primary key, so that entries keep their ids when their tenant moves: each database numbers its own.
alter table wallet_ledger
  drop constraint wallet_ledger_pkey,
  add constraint ledger_of_tenants_by_id primary key using index ledger_of_tenants_by_id;

-- No file comes in twice any more, because a tenant moves without one. Only the commands of a move have ever asked for this table.
-- Runs with: 0012
-- Accepted: taken_hand_over_codes is dropped or renamed: processes of the version before still ask for it.
drop table taken_hand_over_codes;
