import { Answered, Table } from '../operator/parts.tsx';
import { useAnswer } from '../operator/use-answer.ts';
import { api, worded } from './api.ts';

/** How much of its budgets the tenant has used in the last minute, as the newest answers of the API say. */
export function Usage() {
  const asked = useAnswer('usage', () => worded(api.listAgents()).then(budgets), 10_000);
  return (
    <>
      <h1>Usage</h1>
      <Answered asked={asked}>
        {(rows) => (
          <Table
            label="Budgets"
            rows={rows}
            keyOf={({ name }) => name}
            none="Not known yet."
            columns={[
              { title: 'Budget', value: ({ name }) => name },
              { title: 'A minute', value: ({ limit }) => limit, isNumber: true },
              { title: 'Used', value: ({ limit, remaining }) => limit - remaining, isNumber: true },
              { title: '', value: ({ name, limit, remaining }) => <meter aria-label={name} max={limit} value={limit - remaining} /> },
            ]}
          />
        )}
      </Answered>
    </>
  );
}

const budgets = () =>
  (['read', 'write'] as const).flatMap((name) => {
    const budget = api.rateLimits[name];
    return budget === null ? [] : [{ name: name === 'read' ? 'Reads' : 'Writes', ...budget }];
  });
