import { Facts } from '../../simulator/console/page/frame/parts.tsx';
import { showMoney } from '../../src/process/money.ts';
import { Answered } from '../parts/answered.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { api, type ReplyOf, worded } from './api.ts';

type Shown = ReplyOf<'readAccount'>['account'];

/** What the tenant may use and how much of it is used, and its API keys. */
export function Account() {
  const asked = useAnswer('account', () => worded(api.readAccount()), 10_000);
  return (
    <>
      <h1>Usage and keys</h1>
      <Answered asked={asked}>{({ account }) => <Detail {...account} />}</Answered>
    </>
  );
}

/** A budget that is not known here keeps the name that the API gives it. */
const names: Readonly<Record<string, string>> = {
  read: 'Requests that read, a minute',
  write: 'Requests that write, a minute',
  'call-events': 'Webhooks of calls, leads and received texts, a minute',
  'text-events': 'Webhooks of sent texts, a minute',
};

const Detail = ({ name, budgets, concurrentCalls, wallet, keys }: Shown) => (
  <>
    <Facts
      rows={[
        ['Account', name],
        ['Wallet', wallet === null ? 'none: it pays by invoice' : `${showMoney(wallet.balanceMicros)} left`],
      ]}
    />
    <Table
      label="Budgets"
      rows={[
        ...budgets.map((budget) => ({ ...budget, name: names[budget.name] ?? budget.name })),
        { ...concurrentCalls, name: 'Calls at once' },
      ]}
      keyOf={(budget) => budget.name}
      none="None."
      columns={[
        { title: 'Budget', value: (budget) => <span class="words">{budget.name}</span> },
        { title: 'Used', value: ({ limit, remaining }) => limit - remaining, isNumber: true },
        { title: 'Of', value: ({ limit }) => limit, isNumber: true },
        {
          title: 'Share',
          value: ({ limit, remaining, ...budget }) => <meter aria-label={budget.name} max={limit} value={limit - remaining} />,
        },
      ]}
    />
    <h2>API keys</h2>
    <Table
      label="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      none="No key yet."
      columns={[
        { title: 'Key', value: (key) => <span class="words">{key.name}</span> },
        { title: 'May', value: ({ scopes }) => <span class="words">{scopes.join(', ')}</span> },
        { title: 'Made', value: ({ createdAt }) => <Time at={createdAt} /> },
        { title: 'Expires', value: ({ expiresAt }) => <Time at={expiresAt} /> },
        { title: 'Revoked', value: ({ revokedAt }) => <Time at={revokedAt} /> },
      ]}
    />
  </>
);
