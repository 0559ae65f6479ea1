import { eventTypes } from '../../cli/event-types.ts';
import { go } from '../../simulator/console/page/frame/address.ts';
import { Badge, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Table } from '../operator/parts.tsx';
import { Surely } from '../operator/surely.tsx';
import { useChange } from '../operator/use-change.ts';
import { api, type ReplyOf, worded } from './api.ts';

type Trigger = ReplyOf<'listAutomationTriggers'>['triggers'][number];

interface TriggersProps {
  readonly triggers: readonly Trigger[];
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => void;
}

/** Which event goes where, and a way to send one as a test. The test leads to its delivery. */
export function Triggers({ triggers, endpoints, onDone }: TriggersProps) {
  const { isAsked, problem, ask } = useChange();
  const remove = (id: string): void => void ask(() => worded(api.deleteAutomationTrigger({ id }))).then(onDone);
  const test = (id: string): void => void ask(async () => go(['deliveries', (await worded(api.testAutomationTrigger({ id }))).id]));
  return (
    <>
      <h2>Triggers</h2>
      {problem !== null && <Problem>{problem}</Problem>}
      <Table
        label="Triggers"
        rows={triggers}
        keyOf={({ id }) => id}
        none="No trigger yet: nothing is sent."
        columns={[
          { title: 'Trigger', value: ({ name }) => name },
          {
            title: 'Test',
            value: ({ id, name, isActive }) => (
              <button type="button" aria-label={`Send a test event of ${name}`} disabled={isAsked || !isActive} onClick={() => test(id)}>
                Send a test event
              </button>
            ),
          },
          { title: 'State', value: ({ isActive }) => <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'on' : 'off'}</Badge> },
          { title: 'Event', value: ({ eventType }) => eventType },
          { title: 'If it came to', value: ({ conditions }) => conditions.outcome?.join(' or ') ?? 'anything' },
          { title: 'Goes to', value: ({ webhookEndpoint }) => webhookEndpoint.name },
          { title: '', value: ({ id, name }) => <Surely act="Remove" name={name} onConfirm={() => remove(id)} /> },
        ]}
      />
      {endpoints.length > 0 && <NewTrigger endpoints={endpoints} onDone={onDone} />}
    </>
  );
}

function NewTrigger({ endpoints, onDone }: Pick<TriggersProps, 'endpoints' | 'onDone'>) {
  const { isAsked, problem, ask } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const outcome = String(given.get('outcome'))
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    void ask(async () => {
      await worded(
        api.createAutomationTrigger({
          name: String(given.get('name')),
          eventType: eventTypes.find((one) => one === given.get('event')) ?? 'call.completed',
          webhookEndpointId: String(given.get('endpoint')),
          ...(outcome.length > 0 && { conditions: { outcome } }),
        }),
      );
      form.reset();
    }).then(onDone);
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
        Only if the call came to
        <input name="outcome" placeholder="INTERESTED, CALLBACK" />
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
