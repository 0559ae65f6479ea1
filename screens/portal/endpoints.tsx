import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Badge, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { Surely } from '../parts/surely.tsx';
import { Table, Url } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useChange } from '../parts/use-change.ts';
import { api, type ReplyOf, worded } from './api.ts';
import { NewEndpoint } from './new-endpoint.tsx';
import { Triggers } from './triggers.tsx';

type Endpoint = ReplyOf<'listWebhookEndpoints'>['endpoints'][number];

const everything = async () => ({ ...(await worded(api.listWebhookEndpoints())), ...(await worded(api.listAutomationTriggers())) });

/** Where events go, how each endpoint does, and which event goes where. */
export function Endpoints() {
  const asked = useAnswer('endpoints', everything, 10_000);
  const { problem, run } = useChange();
  const remove = (id: string): void => void run(() => worded(api.deleteWebhookEndpoint({ id }))).then(asked.askAgain);
  return (
    <>
      <h1>Endpoints</h1>
      {problem !== null && <Problem>{problem}</Problem>}
      <Answered asked={asked}>
        {({ endpoints, triggers }) => (
          <>
            <EndpointTable endpoints={endpoints} onRemove={remove} />
            {endpoints.length > 0 && (
              <>
                <p class="muted">One that is removed takes along its triggers and the deliveries that are still on their way to it.</p>
                <p class="lead">
                  <a href={hashOf(['deliveries'], { status: 'retrying' })}>Deliveries that are tried again</a>
                  <a href={hashOf(['deliveries'], { status: 'failed' })}>Deliveries that were given up</a>
                </p>
              </>
            )}
            <NewEndpoint onDone={asked.askAgain} />
            <Triggers triggers={triggers} endpoints={endpoints} onDone={asked.askAgain} />
          </>
        )}
      </Answered>
    </>
  );
}

const EndpointTable = ({ endpoints, onRemove }: { endpoints: readonly Endpoint[]; onRemove: (id: string) => void }) => (
  <Table
    label="Endpoints"
    rows={endpoints}
    keyOf={({ id }) => id}
    none="No endpoint yet. Make one below."
    columns={[
      { title: 'Endpoint', value: ({ name }) => <span class="words">{name}</span> },
      { title: 'State', value: (endpoint) => <State {...endpoint} /> },
      { title: 'Why', value: ({ health }) => health.reason ?? <span class="muted">–</span> },
      { title: 'Failing since', value: ({ health }) => <Time at={health.since} /> },
      { title: 'URL', value: ({ method, url }) => <Url>{`${method} ${url}`}</Url> },
      { title: 'Secret ends in', value: ({ signingSecret }) => <span class="mono">{signingSecret.slice(-4)}</span> },
      { title: '', value: ({ id, name }) => <Surely act="Remove" name={name} onConfirm={() => onRemove(id)} /> },
    ]}
  />
);

function State({ isActive, health }: Pick<Endpoint, 'isActive' | 'health'>) {
  if (!isActive) return <Badge tone="quiet">off</Badge>;
  return health.state === 'healthy' ? <Badge tone="good">on</Badge> : <Badge tone="bad">{health.state}</Badge>;
}
