import { showMoney } from '../../cli/money.ts';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import type { Schemas } from './api.ts';

/** Entries of a wallet. */
export const Ledger = ({ entries, none }: { entries: readonly Schemas['LedgerEntry'][]; none: string }) => (
  <Table
    label="Wallet"
    rows={entries}
    keyOf={({ id }) => String(id)}
    none={none}
    columns={[
      { title: 'At', value: ({ createdAt }) => <Time at={createdAt} /> },
      { title: 'What', value: ({ kind }) => kind },
      { title: 'Amount', value: ({ amountMicros }) => showMoney(amountMicros), isNumber: true },
      { title: 'Balance after', value: ({ balanceAfterMicros }) => showMoney(balanceAfterMicros), isNumber: true },
    ]}
  />
);
