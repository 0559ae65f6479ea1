import { type Address, go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { Answered } from '../parts/answered.tsx';
import { CallTable } from '../parts/call-table.tsx';
import { Choice, Facet, Facets, facetsOf, TimeFacet } from '../parts/facet.tsx';
import { Older } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { read } from './api.ts';
import { TenantById } from './links.tsx';

const statuses = ['queued', 'ringing', 'in-progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled'];

/** Searches the calls of all tenants. The facets stand in the address, so that a search can be sent as a link. */
export function Calls({ query }: Pick<Address, 'query'>) {
  const asked = useAnswer(hashOf(['calls'], query), () => read<'searchCalls'>('/calls', query), 10_000);
  const facet = facetsOf({ path: ['calls'], query });
  const outcome = facet('outcome');
  return (
    <>
      <h1>Calls</h1>
      <Facets>
        <Choice name="State" options={statuses} {...facet('status')} />
        <Facet name="Outcome" hint="INTERESTED" value={outcome.value} onGive={(value) => outcome.onGive(value.toUpperCase())} />
        <Facet name="Tenant" {...facet('tenantId')} />
        <TimeFacet name="Made since (UTC)" {...facet('since')} />
        <TimeFacet name="Made before (UTC)" {...facet('until')} />
        <Facet name="Call" value="" onGive={(id) => go(['calls', id])} />
      </Facets>
      <Answered asked={asked}>
        {({ calls, nextCursor }) => (
          <>
            <CallTable
              calls={calls.map(({ call, tenantId }) => ({ ...call, tenantId }))}
              none={nextCursor === null ? 'No call is like this.' : 'None among those looked through so far.'}
              more={[{ title: 'Tenant', value: ({ tenantId }) => <TenantById id={tenantId} /> }]}
            />
            <Older path={['calls']} query={query} cursor={nextCursor} />
          </>
        )}
      </Answered>
    </>
  );
}
