import { go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { Answered } from '../parts/answered.tsx';
import { deliveryColumns } from '../parts/delivery-columns.tsx';
import { Choice, Facet, TimeFacet } from '../parts/facet.tsx';
import { deliveryStatuses } from '../parts/status-badge.tsx';
import { Older, Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read } from './api.ts';
import { EndpointLink, TenantById } from './links.tsx';

type Facets = Readonly<Record<string, string>>;

/** Searches the deliveries of all tenants. The facets stand in the address, so that a search can be sent as a link. */
export function Deliveries({ query }: { query: Facets }) {
  const asked = useAnswer(hashOf(['deliveries'], query), () => read<'searchDeliveries'>('/deliveries', query), 10_000);
  const set = (facet: string, value: string): void => {
    const { cursor, ...others } = query;
    go(['deliveries'], { ...others, [facet]: value });
  };
  return (
    <>
      <h1>Deliveries</h1>
      <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
        <Choice name="Status" options={deliveryStatuses} value={query['status']} onChoose={(value) => set('status', value)} />
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
    <Table
      label="Deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      none={nextCursor === null ? 'No delivery is like this.' : 'None among those looked through so far.'}
      columns={[
        ...deliveryColumns,
        { title: 'Endpoint', value: ({ tenantId, endpoint: { id, name } }) => <EndpointLink tenantId={tenantId} id={id} name={name} /> },
        { title: 'Tenant', value: ({ tenantId }) => <TenantById id={tenantId} /> },
      ]}
    />
    <Older path={['deliveries']} query={query} cursor={nextCursor} />
  </>
);
