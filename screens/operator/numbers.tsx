import { Badge, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { type Answer, change } from './api.ts';
import { Table } from './parts.tsx';
import { useChange } from './use-change.ts';

type PhoneNumber = Answer<'listPhoneNumbers'>['phoneNumbers'][number];

/** The numbers that a tenant calls from. One that is off places no calls. */
export function Numbers({ path, phoneNumbers, onDone }: { path: string; phoneNumbers: readonly PhoneNumber[]; onDone: () => void }) {
  const { isAsked, problem, ask } = useChange();
  const turn = ({ id, isActive }: PhoneNumber): void =>
    void ask(() => change<'updatePhoneNumber'>('PATCH', `${path}/${encodeURIComponent(id)}`, { isActive: !isActive })).then(onDone);
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const body = { phoneNumber: String(given.get('number')), providerNumberId: String(given.get('provider')) };
    void ask(async () => {
      await change<'createPhoneNumber'>('POST', path, body);
      form.reset();
    }).then(onDone);
  };
  return (
    <>
      <h2>Phone numbers</h2>
      <Table
        label="Phone numbers"
        rows={phoneNumbers}
        keyOf={({ id }) => id}
        none="It has no number to call from."
        columns={[
          { title: 'Number', value: ({ phoneNumber }) => <span class="mono">{phoneNumber}</span> },
          { title: 'State', value: ({ isActive }) => <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'on' : 'off'}</Badge> },
          { title: 'Health', value: ({ health }) => health, isNumber: true },
          {
            title: '',
            value: (number) => (
              <button
                type="button"
                class="quiet"
                disabled={isAsked}
                aria-label={`Switch ${number.isActive ? 'off' : 'on'} ${number.phoneNumber}`}
                onClick={() => turn(number)}
              >
                Switch {number.isActive ? 'off' : 'on'}
              </button>
            ),
          },
        ]}
      />
      <form class="facets" aria-label="New number" onSubmit={add}>
        <label>
          Number, in E.164
          <input name="number" class="mono" required placeholder="+1" />
        </label>
        <label>
          Its id at the voice provider
          <input name="provider" class="mono" required maxLength={200} />
        </label>
        <button type="submit" class="primary" disabled={isAsked}>
          Add the number
        </button>
        {problem !== null && <Problem>{problem}</Problem>}
      </form>
    </>
  );
}
