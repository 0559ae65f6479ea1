import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Facts } from '../../simulator/console/page/frame/parts.tsx';
import { showMoney } from '../../src/process/money.ts';
import { Answered } from '../parts/answered.tsx';
import { OnOff } from '../parts/status-badge.tsx';
import { Table, Url } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { read } from './api.ts';
import { Credit } from './credit.tsx';
import { Keys } from './keys.tsx';
import { Ledger } from './ledger.tsx';
import { Limits } from './limits.tsx';
import { EndpointLink } from './links.tsx';
import { Numbers } from './numbers.tsx';
import { TenantState } from './tenants.tsx';

/** A tenant with what it has. Its endpoints and agents are changed in their own views. */
export function Tenant({ id }: { id: string }) {
  const asked = useAnswer(id, () => everythingOf(`/tenants/${encodeURIComponent(id)}`), 10_000);
  return (
    <>
      <p>
        <a href={hashOf(['tenants'])}>Tenants</a>
      </p>
      <Answered asked={asked}>{(all) => <Detail {...all} onDone={asked.askAgain} />}</Answered>
    </>
  );
}

async function everythingOf(path: string) {
  const [{ tenant }, { endpoints }, { triggers }, { agents }, { phoneNumbers }, { keys }, { wallet, ledger }] = await Promise.all([
    read<'readTenant'>(path),
    read<'listTenantWebhookEndpoints'>(`${path}/webhook-endpoints`),
    read<'listTenantTriggers'>(`${path}/automation-triggers`),
    read<'listTenantAgents'>(`${path}/agents`),
    read<'listPhoneNumbers'>(`${path}/phone-numbers`),
    read<'listApiKeys'>(`${path}/api-keys`),
    read<'readWallet'>(`${path}/wallet`),
  ]);
  return { tenant, endpoints, triggers, agents, phoneNumbers, keys, wallet, ledger };
}

type Everything = Awaited<ReturnType<typeof everythingOf>>;

function Detail({ tenant, wallet, keys, phoneNumbers, ledger, onDone, ...rest }: Everything & { onDone: () => void }) {
  const path = `/tenants/${encodeURIComponent(tenant.id)}`;
  return (
    <>
      <h1>{tenant.name}</h1>
      <p class="lead">
        <TenantState tenant={tenant} /> <a href={hashOf(['calls'], { tenantId: tenant.id })}>Its calls</a>{' '}
        <a href={hashOf(['deliveries'], { tenantId: tenant.id })}>Its deliveries</a>
      </p>
      <Facts
        rows={[
          [
            'Id',
            <span key="id" class="mono">
              {tenant.id}
            </span>,
          ],
          ['Balance', tenant.billing === 'invoice' ? 'pays by invoice' : showMoney(wallet.balanceMicros)],
          ['Since', <Time key="since" at={tenant.createdAt} />],
        ]}
      />
      <Limits path={path} limits={tenant.limits} onDone={onDone} />
      <Subscriptions {...rest} tenantId={tenant.id} />
      <Agents {...rest} tenantId={tenant.id} />
      <Numbers path={`${path}/phone-numbers`} phoneNumbers={phoneNumbers} onDone={onDone} />
      <Keys path={`${path}/api-keys`} keys={keys} onDone={onDone} />
      <h2>Wallet</h2>
      <Ledger entries={ledger} none="No money was moved." />
      {tenant.billing !== 'invoice' && <Credit path={`${path}/wallet/credit`} onDone={onDone} />}
    </>
  );
}

const Subscriptions = ({ tenantId, endpoints, triggers }: Pick<Everything, 'endpoints' | 'triggers'> & { tenantId: string }) => (
  <>
    <h2>Webhook endpoints</h2>
    <Table
      label="Webhook endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      none="It has no endpoint."
      columns={[
        { title: 'Endpoint', value: ({ id, name }) => <EndpointLink tenantId={tenantId} id={id} name={name} /> },
        { title: 'State', value: (endpoint) => <OnOff {...endpoint} /> },
        { title: 'URL', value: ({ url }) => <Url>{url}</Url> },
      ]}
    />
    <h2>Triggers</h2>
    <Table
      label="Triggers"
      rows={triggers}
      keyOf={({ id }) => id}
      none="It has no trigger."
      columns={[
        { title: 'Trigger', value: ({ name }) => <span class="words">{name}</span> },
        { title: 'State', value: (trigger) => <OnOff {...trigger} /> },
        { title: 'Event', value: ({ eventType }) => eventType },
        { title: 'Goes to', value: ({ webhookEndpoint }) => <span class="words">{webhookEndpoint.name}</span> },
      ]}
    />
  </>
);

const Agents = ({ tenantId, agents }: Pick<Everything, 'agents'> & { tenantId: string }) => (
  <>
    <h2>Agents</h2>
    <Table
      label="Agents"
      rows={agents}
      keyOf={({ id }) => id}
      none="It has no agent."
      columns={[
        {
          title: 'Agent',
          value: ({ id, name, isDefault }) => (
            <a class="words" href={hashOf(['tenants', tenantId, 'agents', id])}>
              {isDefault ? `${name} (default)` : name}
            </a>
          ),
        },
        { title: 'State', value: (agent) => <OnOff {...agent} /> },
        { title: 'Mines for data', value: ({ extractionSchema }) => (extractionSchema === null ? 'no' : 'yes') },
        { title: 'Id', value: ({ id }) => <span class="mono">{id}</span> },
      ]}
    />
  </>
);
