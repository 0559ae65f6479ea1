import { useRef, useState } from 'preact/hooks';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Button, unlessDouble } from '../../simulator/console/page/frame/button.tsx';
import { Badge, Facts, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { deliveryColumns } from '../parts/delivery-columns.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useChange } from '../parts/use-change.ts';
import { type Answer, change, read } from './api.ts';
import { BulkReplay } from './bulk-replay.tsx';
import { TenantById } from './links.tsx';

interface EndpointProps {
  readonly tenantId: string;
  readonly id: string;
  /** Since when a bulk replay looks for failed deliveries, where the address says so. */
  readonly since: string | undefined;
}

/** An endpoint with its story: whether it takes its deliveries, since when not and why, its newest deliveries, and a way to send all again. */
export function Endpoint({ tenantId, id, since }: EndpointProps) {
  const asked = useAnswer(`${tenantId}/${id}`, () => everythingOf(tenantId, id), 5_000);
  return (
    <>
      <p>
        <TenantById id={tenantId} />
      </p>
      <Answered asked={asked}>
        {(all) => (all === null ? <h1>There is no such endpoint.</h1> : <Detail {...all} since={since} onChange={asked.askAgain} />)}
      </Answered>
    </>
  );
}

/** The search for endpoints in trouble names at most 200, the worst first. */
async function everythingOf(tenantId: string, id: string) {
  const [{ endpoints }, { endpoints: inTrouble }, { deliveries }] = await Promise.all([
    read<'listTenantWebhookEndpoints'>(`/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints`),
    read<'listEndpointsInTrouble'>('/webhook-endpoints/in-trouble', { limit: 200 }),
    read<'searchDeliveries'>('/deliveries', { tenantId, endpointId: id, limit: 20 }),
  ]);
  const endpoint = endpoints.find((each) => each.id === id);
  return endpoint ? { tenantId, endpoint, trouble: inTrouble.find((each) => each.endpoint.id === id), deliveries } : null;
}

type All = NonNullable<Awaited<ReturnType<typeof everythingOf>>>;
type Trouble = Answer<'listEndpointsInTrouble'>['endpoints'][number];

const Detail = ({
  tenantId,
  endpoint,
  trouble,
  deliveries,
  since,
  onChange,
}: All & { since: string | undefined; onChange: () => void }) => (
  <>
    <h1>{endpoint.name}</h1>
    <Story isActive={endpoint.isActive} trouble={trouble} />
    <Facts
      rows={[
        ['URL', `${endpoint.method} ${endpoint.url}`],
        ['Since', <Time key="since" at={endpoint.createdAt} />],
      ]}
    />
    <Switch path={pathOf(tenantId, endpoint.id)} isActive={endpoint.isActive} onDone={onChange} />
    <h2>Send its failed deliveries again</h2>
    <BulkReplay
      address={['tenants', tenantId, 'endpoints', endpoint.id]}
      path={pathOf(tenantId, endpoint.id)}
      since={since ?? trouble?.failingSince ?? endpoint.createdAt}
      onDone={onChange}
    />
    <h2>Its newest deliveries</h2>
    <p>
      <a href={hashOf(['deliveries'], { tenantId, endpointId: endpoint.id })}>Search among all of them</a>
    </p>
    <Table
      label="Deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      none="Nothing was sent to it in the last 30 days."
      columns={deliveryColumns}
    />
  </>
);

const pathOf = (tenantId: string, id: string): string =>
  `/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints/${encodeURIComponent(id)}`;

function Story({ isActive, trouble }: { isActive: boolean; trouble: Trouble | undefined }) {
  const why = trouble?.lastError ? ` The last attempt came to: ${trouble.lastError}.` : '';
  return (
    <p class="lead">
      {!isActive && <Badge tone="quiet">off</Badge>}
      {trouble ? <Badge tone="bad">in trouble</Badge> : isActive && <Badge tone="good">takes its deliveries</Badge>}
      {trouble && (
        <span>
          The oldest delivery that it did not take was made at <Time at={trouble.failingSince} />. {trouble.retrying} will be tried again by
          themselves, {trouble.failed} of the last day are given up.{why}
        </span>
      )}
      {!isActive && <span>Events make no deliveries to it, and those that it has wait.</span>}
    </p>
  );
}

function Switch({ path, isActive, onDone }: { path: string; isActive: boolean; onDone: () => void }) {
  const { isBusy, problem, run } = useChange();
  const [wasPressed, setPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isAskedBack = isActive && wasPressed;
  const press = (): void => {
    setPressed(isActive && !wasPressed);
    if (isActive && !wasPressed) return;
    void run(() => change<'updateWebhookEndpoint'>('PATCH', path, { isActive: !isActive })).then(onDone);
  };
  const leave = (): void => {
    button.current?.focus();
    setPressed(false);
  };
  return (
    <p>
      <Button ref={button} isOff={isBusy} onClick={unlessDouble(press)}>
        {isAskedBack ? 'Yes, switch it off' : `Switch it ${isActive ? 'off' : 'on'}`}
      </Button>{' '}
      {isAskedBack && (
        <button type="button" onClick={leave}>
          Leave it on
        </button>
      )}{' '}
      <span class="muted">
        {isActive ? 'Its deliveries wait then, neither tried nor failed.' : 'What waits goes on at once, each at its time.'}
      </span>
      {problem !== null && <Problem>{problem}</Problem>}
    </p>
  );
}
