import { go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { Answered } from '../parts/answered.tsx';
import { CallTable } from '../parts/call-table.tsx';
import { Choice, Facet, TimeFacet } from '../parts/facet.tsx';
import { Older } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { read } from './api.ts';
import { TenantById } from './links.tsx';

const statuses = ['queued', 'ringing', 'in-progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled'];

/** Searches the calls of all tenants. The facets stand in the address, so that a search can be sent as a link. */
export function Calls({ query }: { query: Readonly<Record<string, string>> }) {
  const asked = useAnswer(hashOf(['calls'], query), () => read<'searchCalls'>('/calls', query), 10_000);
  const set = (facet: string, value: string): void => {
    const { cursor, ...others } = query;
    go(['calls'], { ...others, [facet]: value });
  };
  return (
    <>
      <h1>Calls</h1>
      <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
        <Choice name="State" options={statuses} value={query['status']} onChoose={(value) => set('status', value)} />
        <Facet name="Outcome" hint="INTERESTED" value={query['outcome']} onGive={(value) => set('outcome', value.toUpperCase())} />
        <Facet name="Tenant" value={query['tenantId']} onGive={(value) => set('tenantId', value)} />
        <TimeFacet name="Made since (UTC)" value={query['since']} onGive={(value) => set('since', value)} />
        <TimeFacet name="Made before (UTC)" value={query['until']} onGive={(value) => set('until', value)} />
        <Facet name="Call" value="" onGive={(id) => go(['calls', id])} />
      </form>
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
