import { type Address, go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { Answered } from '../parts/answered.tsx';
import { deliveryColumns } from '../parts/delivery-columns.tsx';
import { Choice, Facet, Facets, facetsOf, TimeFacet } from '../parts/facet.tsx';
import { deliveryStatuses } from '../parts/status-badge.tsx';
import { Older, Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read } from './api.ts';
import { EndpointLink, TenantById } from './links.tsx';

/** Searches the deliveries of all tenants. The facets stand in the address, so that a search can be sent as a link. */
export function Deliveries({ query }: Pick<Address, 'query'>) {
  const asked = useAnswer(hashOf(['deliveries'], query), () => read<'searchDeliveries'>('/deliveries', query), 10_000);
  const facet = facetsOf({ path: ['deliveries'], query });
  return (
    <>
      <h1>Deliveries</h1>
      <Facets>
        <Choice name="Status" options={deliveryStatuses} {...facet('status')} />
        <Choice name="Event" options={eventTypes} {...facet('eventType')} />
        <Facet name="Tenant" {...facet('tenantId')} />
        <Facet name="Endpoint" {...facet('endpointId')} />
        <TimeFacet name="Made since (UTC)" {...facet('since')} />
        <TimeFacet name="Made before (UTC)" {...facet('until')} />
        <Facet name="Delivery" value="" onGive={(id) => go(['deliveries', id])} />
      </Facets>
      <Answered asked={asked}>{(page) => <Found page={page} query={query} />}</Answered>
    </>
  );
}

const Found = ({ page: { deliveries, nextCursor }, query }: { page: Answer<'searchDeliveries'> } & Pick<Address, 'query'>) => (
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
