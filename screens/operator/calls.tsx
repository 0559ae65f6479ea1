import { go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { type Answer, read, type Schemas } from './api.ts';
import { Facet } from './facet.tsx';
import { Answered, Older, Table, Time } from './parts.tsx';
import { Tenants } from './tenants.tsx';
import { useAnswer } from './use-answer.ts';

/** The calls of a tenant, newest first. Until a tenant is chosen, the tenants. */
export function Calls({ query }: { query: Readonly<Record<string, string>> }) {
  const { tenantId, cursor } = query;
  return (
    <>
      <h1>Calls</h1>
      <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
        <Facet name="Tenant" value={tenantId} onGive={(value) => go(['calls'], { tenantId: value })} />
        <Facet name="Call" value="" onGive={(id) => go(['calls', id])} />
      </form>
      {tenantId === undefined ? <Tenants path="calls" /> : <OfTenant tenantId={tenantId} cursor={cursor} />}
    </>
  );
}

function OfTenant({ tenantId, cursor }: { tenantId: string; cursor: string | undefined }) {
  const asked = useAnswer(hashOf(['calls'], { tenantId, cursor }), () =>
    read<'listTenantCalls'>(`/tenants/${encodeURIComponent(tenantId)}/calls`, { cursor }),
  );
  return <Answered asked={asked}>{(page) => <Found {...page} tenantId={tenantId} />}</Answered>;
}

const Found = ({ calls, nextCursor, tenantId }: Answer<'listTenantCalls'> & { tenantId: string }) => (
  <>
    <CallTable calls={calls} none="It has placed no call." />
    <Older path={['calls']} query={{ tenantId }} cursor={nextCursor} />
  </>
);

/** Statuses that this page does not know yet are shown as they are. */
type Shown = Omit<Schemas['CallSummary'], 'status'> & { readonly status: string };

export const CallTable = ({ calls, none }: { calls: readonly Shown[]; none: string }) => (
  <Table
    label="Calls"
    rows={calls}
    keyOf={({ id }) => id}
    none={none}
    columns={[
      { title: 'Call', value: ({ id, phoneNumber }) => <a href={hashOf(['calls', id])}>{phoneNumber}</a> },
      { title: 'State', value: ({ status }) => status },
      { title: 'Outcome', value: ({ outcome }) => outcome },
      { title: 'Ended because', value: ({ endedReason }) => endedReason },
      { title: 'Talked', value: ({ durationSeconds }) => (durationSeconds === null ? null : `${durationSeconds} s`), isNumber: true },
      { title: 'Made', value: ({ createdAt }) => <Time at={createdAt} /> },
      { title: 'From', value: ({ fromPhoneNumber }) => <span class="mono">{fromPhoneNumber}</span> },
    ]}
  />
);
