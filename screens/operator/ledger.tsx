import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { shortId } from '../../simulator/console/page/frame/format.ts';
import { showMoney } from '../../src/process/money.ts';
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
      { title: 'For', value: ({ callId, note }) => <Reason callId={callId} note={note} /> },
    ]}
  />
);

const Reason = ({ callId, note }: Pick<Schemas['LedgerEntry'], 'callId' | 'note'>) => (
  <>
    {callId !== null && (
      <a class="mono" href={hashOf(['calls', callId])} title={callId}>
        {shortId(callId)}
      </a>
    )}{' '}
    {note !== null && <span class="words">{note}</span>}
  </>
);
