import { go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { shortId } from '../../simulator/console/page/frame/format.ts';
import { type Answer, read, type Schemas } from './api.ts';
import { Choice, Facet, TimeFacet } from './facet.tsx';
import { Answered, type Column, EndpointLink, Older, StatusBadge, Table, TenantLink, Time } from './parts.tsx';
import { useAnswer } from './use-answer.ts';

type Facets = Readonly<Record<string, string>>;

const statuses = ['pending', 'retrying', 'success', 'failed'];
const eventTypes: readonly Schemas['DeliveryView']['eventType'][] = [
  'call.completed',
  'sms.received',
  'sms.delivered',
  'sms.failed',
  'lead.qualified',
];

/** Searches the deliveries of all tenants. The facets stand in the address, so that a search can be sent as a link. */
export function Deliveries({ query }: { query: Facets }) {
  const asked = useAnswer(hashOf(['deliveries'], query), () => read<'searchDeliveries'>('/deliveries', query));
  const set = (facet: string, value: string): void => {
    const { cursor, ...others } = query;
    go(['deliveries'], { ...others, [facet]: value });
  };
  return (
    <>
      <h1>Deliveries</h1>
      <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
        <Choice name="Status" options={statuses} value={query['status']} onChoose={(value) => set('status', value)} />
        <Choice name="Event" options={eventTypes} value={query['eventType']} onChoose={(value) => set('eventType', value)} />
        <Facet name="Tenant" value={query['tenantId']} onGive={(value) => set('tenantId', value)} />
        <Facet name="Endpoint" value={query['endpointId']} onGive={(value) => set('endpointId', value)} />
        <TimeFacet name="Made since (UTC)" value={query['since']} onGive={(value) => set('since', value)} />
        <TimeFacet name="Made before (UTC)" value={query['until']} onGive={(value) => set('until', value)} />
        <Facet name="Delivery" value="" onGive={(id) => go(['deliveries', id])} />
      </form>
      <Answered asked={asked}>{(page) => <Found page={page} query={query} />}</Answered>
    </>
  );
}

const Found = ({ page: { deliveries, nextCursor }, query }: { page: Answer<'searchDeliveries'>; query: Facets }) => (
  <>
    <DeliveryTable
      deliveries={deliveries}
      none={nextCursor === null ? 'No delivery is like this.' : 'None among those looked through so far.'}
    />
    <Older path={['deliveries']} query={query} cursor={nextCursor} />
  </>
);

export const DeliveryTable = ({ deliveries, none }: { deliveries: readonly Schemas['DeliveryView'][]; none: string }) => (
  <Table
    label="Deliveries"
    rows={deliveries}
    keyOf={({ id }) => id}
    none={none}
    columns={[
      ...deliveryColumns,
      { title: 'Endpoint', value: ({ tenantId, endpoint: { id, name } }) => <EndpointLink tenantId={tenantId} id={id} name={name} /> },
      { title: 'Tenant', value: ({ tenantId }) => <TenantLink id={tenantId} name={shortId(tenantId)} /> },
    ]}
  />
);

type Shown = Pick<Schemas['DeliveryView'], 'id' | 'createdAt' | 'attempts' | 'errorMessage' | 'responseStatus' | 'nextRetryAt'> & {
  readonly status: string;
  readonly eventType: string;
};

/** What is shown of a delivery wherever there is a list of them. */
export const deliveryColumns: readonly Column<Shown>[] = [
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
];
