import { shortId } from '../../simulator/console/page/frame/format.ts';
import { go, hashOf } from '../operator/address.ts';
import { Answered, StatusBadge, Table, Time } from '../operator/parts.tsx';
import { useAnswer } from '../operator/use-answer.ts';
import { api, type ReplyOf, worded } from './api.ts';

const statuses = ['pending', 'retrying', 'success', 'failed'] as const;

/** The deliveries of the last 30 days, newest first. Status and page stand in the address. */
export function Deliveries({ query }: { query: Readonly<Record<string, string>> }) {
  const status = statuses.find((one) => one === query['status']);
  const page = Number(query['page'] ?? 1) || 1;
  const asked = useAnswer(hashOf(['deliveries'], query), () => worded(api.listWebhookDeliveries({ ...(status && { status }), page })), 10_000);
  return (
    <>
      <h1>Deliveries</h1>
      <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
        <label>
          Status
          <select value={status ?? ''} onChange={({ currentTarget }) => go(['deliveries'], { status: currentTarget.value })}>
            <option value="">any</option>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </form>
      <Answered asked={asked}>
        {({ deliveries, pagination }) => (
          <>
            <Found deliveries={deliveries} />
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

const Found = ({ deliveries }: Pick<ReplyOf<'listWebhookDeliveries'>, 'deliveries'>) => (
  <Table
    label="Deliveries"
    rows={deliveries}
    keyOf={({ id }) => id}
    none="No delivery of the last 30 days is like this."
    columns={[
      { title: 'Status', value: ({ status }) => <StatusBadge status={status} /> },
      {
        title: 'Delivery',
        value: ({ id }) => (
          <a class="mono" href={hashOf(['deliveries', id])} title={id}>
            {shortId(id)}
          </a>
        ),
      },
      { title: 'Event', value: ({ eventType }) => eventType },
      { title: 'Made', value: ({ createdAt }) => <Time at={createdAt} /> },
      { title: 'Attempts', value: ({ attempts }) => attempts, isNumber: true },
      { title: 'Last answer', value: ({ errorMessage, responseStatus }) => errorMessage ?? responseStatus },
      { title: 'Goes next', value: ({ nextRetryAt }) => <Time at={nextRetryAt} /> },
      { title: 'Endpoint', value: ({ endpoint }) => endpoint.name },
    ]}
  />
);
