import { type Address, go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { Answered } from '../parts/answered.tsx';
import { deliveryColumns } from '../parts/delivery-columns.tsx';
import { Choice, Facet, Facets } from '../parts/facet.tsx';
import { deliveryStatuses } from '../parts/status-badge.tsx';
import { Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { api, worded } from './api.ts';

/** The deliveries of the last 30 days, newest first. Status and page stand in the address. */
export function Deliveries({ query }: Pick<Address, 'query'>) {
  const status = deliveryStatuses.find((one) => one === query['status']);
  const page = Number(query['page'] ?? 1) || 1;
  const asked = useAnswer(
    hashOf(['deliveries'], query),
    () => worded(api.listWebhookDeliveries({ ...(status && { status }), page })),
    10_000,
  );
  return (
    <>
      <h1>Deliveries</h1>
      <Facets>
        <Choice name="Status" options={deliveryStatuses} value={status} onGive={(value) => go(['deliveries'], { status: value })} />
        <Facet name="Delivery" value="" onGive={(id) => go(['deliveries', id])} />
      </Facets>
      {page > 1 && (
        <p>
          <a href={hashOf(['deliveries'], { status })}>The newest ones</a>
        </p>
      )}
      <Answered asked={asked}>
        {({ deliveries, pagination }) => (
          <>
            <Table
              label="Deliveries"
              rows={deliveries}
              keyOf={({ id }) => id}
              none="No delivery of the last 30 days is like this."
              columns={[
                ...deliveryColumns,
                { title: 'Endpoint', value: ({ endpoint }) => <span class="words">{endpoint.name}</span> },
                { title: 'Trigger', value: ({ trigger }) => <span class="words">{trigger.name}</span> },
              ]}
            />
            {pagination.page < pagination.totalPages && (
              <p>
                <a href={hashOf(['deliveries'], { ...query, page: String(page + 1) })}>Older ones</a>
              </p>
            )}
          </>
        )}
      </Answered>
    </>
  );
}
