import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Form, typedIn } from '../parts/form.tsx';
import { OnOff } from '../parts/status-badge.tsx';
import { Table } from '../parts/table.tsx';
import { useChange } from '../parts/use-change.ts';
import { type Answer, change } from './api.ts';

type PhoneNumber = Answer<'listPhoneNumbers'>['phoneNumbers'][number];

/** The numbers that a tenant calls from. One that is off places no calls. */
export function Numbers({ path, phoneNumbers, onDone }: { path: string; phoneNumbers: readonly PhoneNumber[]; onDone: () => void }) {
  const { isBusy, problem, run } = useChange();
  const turn = ({ id, isActive }: PhoneNumber): void =>
    void run(() => change<'updatePhoneNumber'>('PATCH', `${path}/${encodeURIComponent(id)}`, { isActive: !isActive })).then(onDone);
  const add = (given: FormData): Promise<unknown> =>
    change<'createPhoneNumber'>('POST', path, { phoneNumber: typedIn(given, 'number'), providerNumberId: typedIn(given, 'provider') });
  return (
    <>
      <h2>Phone numbers</h2>
      {problem !== null && <Problem>{problem}</Problem>}
      <Table
        label="Phone numbers"
        rows={phoneNumbers}
        keyOf={({ id }) => id}
        none="It has no number to call from."
        columns={[
          { title: 'Number', value: ({ phoneNumber }) => <span class="mono">{phoneNumber}</span> },
          { title: 'State', value: (number) => <OnOff {...number} /> },
          { title: 'Health', value: ({ health }) => health, isNumber: true },
          {
            title: '',
            value: (number) => (
              <Button
                class="quiet"
                isOff={isBusy}
                aria-label={`Switch ${number.isActive ? 'off' : 'on'} ${number.phoneNumber}`}
                onClick={() => turn(number)}
              >
                Switch {number.isActive ? 'off' : 'on'}
              </Button>
            ),
          },
        ]}
      />
      <Form name="New number" act="Add the number" send={add} onDone={onDone}>
        <label>
          Number, in E.164
          <input name="number" class="mono" required placeholder="+1" />
        </label>
        <label>
          Its id at the voice provider
          <input name="provider" class="mono" required maxLength={200} />
        </label>
      </Form>
    </>
  );
}
