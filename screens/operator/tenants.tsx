import { Badge } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read, type Schemas } from './api.ts';
import { TenantLink } from './links.tsx';

/** At most this many pages of the list are read. */
const mostPages = 10;

/** A list of the tenants that leads to each. */
export function Tenants() {
  const asked = useAnswer('tenants', allTenants);
  return (
    <>
      <h1>Tenants</h1>
      <Answered asked={asked}>
        {({ tenants, isCut }) => (
          <>
            {isCut && <p class="muted">These are the first {tenants.length}. Open the address #/tenants/ten_… for another.</p>}
            <Table
              label="Tenants"
              rows={tenants}
              keyOf={({ id }) => id}
              none="There is no tenant yet. `ringpost tenant create` makes one."
              columns={[
                { title: 'Tenant', value: (tenant) => <TenantLink {...tenant} /> },
                { title: 'Id', value: ({ id }) => <span class="mono">{id}</span> },
                { title: 'State', value: (tenant) => <TenantState tenant={tenant} /> },
                { title: 'Pays', value: ({ billing }) => (billing === 'invoice' ? 'by invoice' : 'as it goes') },
                { title: 'Since', value: ({ createdAt }) => <Time at={createdAt} /> },
              ]}
            />
          </>
        )}
      </Answered>
    </>
  );
}

export function TenantState({ tenant }: { tenant: Schemas['TenantView'] }) {
  if (tenant.deletingSince !== null) return <Badge tone="bad">is deleted</Badge>;
  if (tenant.frozenAt !== null) return <Badge tone="wait">frozen</Badge>;
  return tenant.publicApiEnabled ? <Badge tone="good">served</Badge> : <Badge tone="wait">public API off</Badge>;
}

async function allTenants() {
  const tenants: Schemas['TenantView'][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const answer: Answer<'listTenants'> = await read<'listTenants'>('/tenants', { limit: 200, cursor });
    tenants.push(...answer.tenants);
    if (answer.nextCursor === null) return { tenants, isCut: false };
    cursor = answer.nextCursor;
  }
  return { tenants, isCut: true };
}
