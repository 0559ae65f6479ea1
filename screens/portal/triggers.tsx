import { go } from '../../simulator/console/page/frame/address.ts';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { Form, typedIn } from '../parts/form.tsx';
import { OnOff } from '../parts/status-badge.tsx';
import { Surely } from '../parts/surely.tsx';
import { Table } from '../parts/table.tsx';
import { useChange } from '../parts/use-change.ts';
import { api, type ReplyOf, worded } from './api.ts';

type Trigger = ReplyOf<'listAutomationTriggers'>['triggers'][number];

interface TriggersProps {
  readonly triggers: readonly Trigger[];
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => void;
}

/** Which event goes where, and a way to send one as a test. The test leads to its delivery. */
export function Triggers({ triggers, endpoints, onDone }: TriggersProps) {
  const { isBusy, problem, run } = useChange();
  const remove = (id: string): void => void run(() => worded(api.deleteAutomationTrigger({ id }))).then(onDone);
  const test = (id: string): void => void run(async () => go(['deliveries', (await worded(api.testAutomationTrigger({ id }))).id]));
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
          { title: 'Trigger', value: ({ name }) => <span class="words">{name}</span> },
          {
            title: 'Test',
            value: ({ id, name, isActive }) => (
              <Button aria-label={`Send a test event of ${name}`} isOff={isBusy || !isActive} onClick={() => test(id)}>
                Send a test event
              </Button>
            ),
          },
          { title: 'State', value: (trigger) => <OnOff {...trigger} /> },
          { title: 'Event', value: ({ eventType }) => eventType },
          {
            title: 'If it came to',
            value: ({ conditions }) => <span class="words">{conditions.outcome?.join(' or ') ?? 'anything'}</span>,
          },
          { title: 'Goes to', value: ({ webhookEndpoint }) => <span class="words">{webhookEndpoint.name}</span> },
          { title: '', value: ({ id, name }) => <Surely act="Remove" name={name} onConfirm={() => remove(id)} /> },
        ]}
      />
      {endpoints.length > 0 && <NewTrigger endpoints={endpoints} onDone={onDone} />}
    </>
  );
}

function NewTrigger({ endpoints, onDone }: Pick<TriggersProps, 'endpoints' | 'onDone'>) {
  const make = (given: FormData, idempotencyKey: string): Promise<unknown> => {
    const outcome = typedIn(given, 'outcome')
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    return worded(
      api.createAutomationTrigger({
        name: typedIn(given, 'name'),
        eventType: eventTypes.find((one) => one === given.get('event')) ?? 'call.completed',
        webhookEndpointId: typedIn(given, 'endpoint'),
        ...(outcome.length > 0 && { conditions: { outcome } }),
        idempotencyKey,
      }),
    );
  };
  return (
    <Form name="New trigger" act="Make a trigger" send={make} onDone={onDone}>
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
    </Form>
  );
}
