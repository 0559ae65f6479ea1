import { showMoney } from '../../cli/money.ts';
import type { Schemas } from './api.ts';
import { Table, Time } from './parts.tsx';

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
