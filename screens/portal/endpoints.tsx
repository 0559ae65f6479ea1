import { useState } from 'preact/hooks';
import { Badge, Problem, Verbatim } from '../../simulator/console/page/frame/parts.tsx';
import { Answered, Table, Time } from '../operator/parts.tsx';
import { useAnswer } from '../operator/use-answer.ts';
import { useChange } from '../operator/use-change.ts';
import { api, type ReplyOf, worded } from './api.ts';

type Endpoint = ReplyOf<'listWebhookEndpoints'>['endpoints'][number];
type Trigger = ReplyOf<'listAutomationTriggers'>['triggers'][number];
const eventTypes = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;

const everything = async () => ({ ...(await worded(api.listWebhookEndpoints())), ...(await worded(api.listAutomationTriggers())) });

/** Where events go, how each endpoint does, and which event goes where. */
export function Endpoints() {
  const asked = useAnswer('endpoints', everything, 10_000);
  const { problem, ask } = useChange();
  const change = (answer: () => Promise<unknown>): void => void ask(() => worded(answer())).then(asked.askAgain);
  return (
    <>
      <h1>Endpoints</h1>
      {problem !== null && <Problem>{problem}</Problem>}
      <Answered asked={asked}>
        {({ endpoints, triggers }) => (
          <>
            <EndpointTable endpoints={endpoints} onDelete={(id) => change(() => api.deleteWebhookEndpoint({ id }))} />
            <NewEndpoint onDone={asked.askAgain} />
            <h2>Triggers</h2>
            <TriggerTable triggers={triggers} onDelete={(id) => change(() => api.deleteAutomationTrigger({ id }))} />
            {endpoints.length > 0 && <NewTrigger endpoints={endpoints} onDone={asked.askAgain} />}
          </>
        )}
      </Answered>
    </>
  );
}

const EndpointTable = ({ endpoints, onDelete }: { endpoints: readonly Endpoint[]; onDelete: (id: string) => void }) => (
  <Table
    label="Endpoints"
    rows={endpoints}
    keyOf={({ id }) => id}
    none="No endpoint yet. Make one below."
    columns={[
      { title: 'Endpoint', value: ({ name }) => name },
      { title: 'State', value: (endpoint) => <Health {...endpoint} /> },
      { title: 'URL', value: ({ url }) => <span class="mono">{url}</span> },
      { title: 'Failing since', value: ({ health }) => <Time at={health.since} /> },
      { title: 'Why', value: ({ health }) => health.reason },
      { title: 'Secret ends in', value: ({ signingSecret }) => <span class="mono">{signingSecret.slice(-4)}</span> },
      { title: 'Remove', value: ({ id, name }) => <Remove name={name} onConfirm={() => onDelete(id)} /> },
    ]}
  />
);

function Health({ isActive, health }: Pick<Endpoint, 'isActive' | 'health'>) {
  if (!isActive) return <Badge tone="quiet">off</Badge>;
  return health.state === 'healthy' ? <Badge tone="good">healthy</Badge> : <Badge tone="bad">{health.state}</Badge>;
}

const TriggerTable = ({ triggers, onDelete }: { triggers: readonly Trigger[]; onDelete: (id: string) => void }) => (
  <Table
    label="Triggers"
    rows={triggers}
    keyOf={({ id }) => id}
    none="No trigger yet: nothing is sent."
    columns={[
      { title: 'Trigger', value: ({ name }) => name },
      { title: 'State', value: ({ isActive }) => <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'on' : 'off'}</Badge> },
      { title: 'Event', value: ({ eventType }) => eventType },
      { title: 'Goes to', value: ({ webhookEndpoint }) => webhookEndpoint.name },
      { title: 'Remove', value: ({ id, name }) => <Remove name={name} onConfirm={() => onDelete(id)} /> },
    ]}
  />
);

/** Asks a second time before it removes. */
function Remove({ name, onConfirm }: { name: string; onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <button type="button" class="danger" onClick={onConfirm} onBlur={() => setSure(false)}>
      Remove for good
    </button>
  ) : (
    <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={() => setSure(true)}>
      Remove
    </button>
  );
}

function NewEndpoint({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const { isAsked, problem, ask } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    void ask(async () => {
      const { endpoint } = await worded(api.createWebhookEndpoint({ name: String(given.get('name')), url: String(given.get('url')) }));
      setSecret(endpoint.signingSecret);
      form.reset();
    }).then(onDone);
  };
  return (
    <form class="facets" aria-label="New endpoint" onSubmit={submit}>
      <label>
        Name
        <input name="name" required maxLength={100} />
      </label>
      <label>
        URL
        <input name="url" type="url" required placeholder="https://" />
      </label>
      <button type="submit" class="primary" disabled={isAsked}>
        Make an endpoint
      </button>
      {problem !== null && <Problem>{problem}</Problem>}
      {secret !== null && (
        <div class="whole">
          <p>Its signing secret, shown this once:</p>
          <Verbatim label="Signing secret">{secret}</Verbatim>
        </div>
      )}
    </form>
  );
}

function NewTrigger({ endpoints, onDone }: { endpoints: readonly Endpoint[]; onDone: () => void }) {
  const { isAsked, problem, ask } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const eventType = eventTypes.find((one) => one === given.get('event')) ?? 'call.completed';
    void ask(() =>
      worded(api.createAutomationTrigger({ name: String(given.get('name')), eventType, webhookEndpointId: String(given.get('endpoint')) })),
    ).then(onDone);
  };
  return (
    <form class="facets" aria-label="New trigger" onSubmit={submit}>
      <label>
        Name of the trigger
        <input name="name" required maxLength={100} />
      </label>
      <label>
        Event
        <select name="event">
          {eventTypes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Endpoint
        <select name="endpoint">
          {endpoints.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary" disabled={isAsked}>
        Make a trigger
      </button>
      {problem !== null && <Problem>{problem}</Problem>}
    </form>
  );
}
