import { hashOf } from '../../simulator/console/page/frame/address.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { type Column, Table } from './table.tsx';
import { Time } from './time.tsx';

/** Statuses that this page does not know yet are shown as they are. */
type Shown = Omit<components['schemas']['CallSummary'], 'status'> & { readonly status: string };

interface CallTableProps<Call> {
  readonly calls: readonly Call[];
  readonly none: string;
  readonly more?: readonly Column<Call>[];
}

export const CallTable = <Call extends Shown>({ calls, none, more = [] }: CallTableProps<Call>) => (
  <Table
    label="Calls"
    rows={calls}
    keyOf={({ id }) => id}
    none={none}
    columns={[
      { title: 'Call', value: ({ id, phoneNumber }) => <a href={hashOf(['calls', id])}>{phoneNumber}</a> },
      { title: 'State', value: ({ status }) => status },
      { title: 'Outcome', value: ({ outcome }) => <span class="words">{outcome}</span> },
      { title: 'Ended because', value: ({ endedReason }) => endedReason },
      { title: 'Talked', value: ({ durationSeconds }) => (durationSeconds === null ? null : `${durationSeconds} s`), isNumber: true },
      { title: 'Made', value: ({ createdAt }) => <Time at={createdAt} /> },
      { title: 'From', value: ({ fromPhoneNumber }) => <span class="mono">{fromPhoneNumber}</span> },
      ...more,
    ]}
  />
);
