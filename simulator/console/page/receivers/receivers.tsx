import { useState } from 'preact/hooks';
import { Button } from '../frame/button.tsx';
import { Form, TextField } from '../frame/form.tsx';
import { plural } from '../frame/format.ts';
import { Empty, Mark, Problem } from '../frame/parts.tsx';
import { post, put, type Schemas } from '../link/api.ts';
import { type Reading, useReading } from '../link/reading.ts';

/** Sets each receiver's later answers: common faults by name, or any programme. */

type Receiver = Schemas['Receiver'];

interface Fault {
  readonly name: string;
  readonly programme: string;
  readonly says: string;
}

const faults: readonly Fault[] = [
  { name: 'Healthy', programme: '', says: 'Answers 200.' },
  { name: 'Fails once', programme: '500', says: 'Answers 500 once, then 200.' },
  { name: 'Fails twice', programme: '500,500', says: 'Answers 500 twice, then 200.' },
  { name: 'Down', programme: '503*', says: 'Answers 503 until you say otherwise.' },
  { name: 'Slow', programme: 'delay:9500*', says: 'Answers 200 after 9.5 s, just in time.' },
  { name: 'Too slow', programme: 'delay:10500', says: 'Answers once after 10.5 s, when the sender has given up.' },
  { name: 'Silent', programme: 'timeout', says: 'Never answers the next one.' },
  { name: 'Breaks off', programme: 'reset', says: 'Resets the next connection.' },
  { name: 'Redirects', programme: 'redirect:http://127.0.0.1:9/', says: 'Sends the next one elsewhere, where the sender must not follow.' },
];

export function Receivers({ version }: { version: number }) {
  const { answer, problem, change } = useReading<{ receivers: readonly Receiver[] }>('/receivers', version);
  const receivers = answer?.receivers;
  return (
    <section class="receivers" aria-label="How receivers answer">
      <h2>How receivers answer</h2>
      {problem && <Problem>{problem}</Problem>}
      {receivers?.length === 0 && (
        <Empty title="No receiver yet">
          The first webhook to /receivers/any-name makes one. Or make one here, to register its address.
        </Empty>
      )}
      {receivers?.map((receiver) => (
        <ReceiverCard key={receiver.name} receiver={receiver} change={change} />
      ))}
      <NewReceiver change={change} />
    </section>
  );
}

type Change = Reading<unknown>['change'];

function ReceiverCard({ receiver, change }: { receiver: Receiver; change: Change }) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = async (programme: string): Promise<void> => {
    if (await change(put(`/receivers/${receiver.name}/programme`, { programme }))) setTyped(null);
  };
  const inForce = receiver.programmeDone ? '' : receiver.programme;
  const current = faults.find(({ programme }) => programme === inForce);
  return (
    <section class="receiver" aria-label={`Receiver ${receiver.name}`}>
      <header>
        <Mark tone={inForce === '' ? 'good' : 'wait'} />
        <h3>{receiver.name}</h3>
        <span class="muted">{plural(receiver.received, 'delivery', 'deliveries')}</span>
      </header>
      <p class="hint">
        {current?.says ?? 'Answers by a programme of your own.'}{' '}
        {inForce !== receiver.programme && (
          <>
            The programme <span class="mono wrap">{receiver.programme}</span> is done.{' '}
          </>
        )}
        {!receiver.hasSecret && 'It has no secret, so signatures are not checked.'}
      </p>
      <FaultChips name={receiver.name} inForce={inForce} set={set} />
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void set(typed ?? inForce);
        }}
      >
        <label>
          <span class="unseen">Programme of {receiver.name}</span>
          <input
            class="mono"
            value={typed ?? inForce}
            placeholder="500,500,timeout,200"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" isOff={(typed ?? inForce) === inForce}>
          Set
        </Button>
      </form>
    </section>
  );
}

/** Sets common faults by one click. */
function FaultChips({ name, inForce, set }: FaultChipsProps) {
  return (
    <fieldset class="chips" aria-label={`How ${name} answers`}>
      {faults.map((fault) => (
        <button
          key={fault.name}
          type="button"
          class="chip"
          aria-pressed={fault.programme === inForce}
          title={fault.says}
          onClick={() => void set(fault.programme)}
        >
          {fault.name}
        </button>
      ))}
    </fieldset>
  );
}

interface FaultChipsProps {
  readonly name: string;
  /** Is the programme that still has answers to give. */
  readonly inForce: string;
  readonly set: (programme: string) => Promise<void>;
}

function NewReceiver({ change }: { change: Change }) {
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const make = async (): Promise<void> => {
    if (!(await change(post('/receivers', { name, secret: secret || null })))) return;
    setName('');
    setSecret('');
  };
  return (
    <details class="more">
      <summary>New receiver</summary>
      <Form name="New receiver" onSend={() => void make()}>
        <TextField label="Name" value={name} required pattern="[A-Za-z0-9_.\-]{1,64}" placeholder="crm" onText={setName} />
        <TextField label="Signing secret" value={secret} type="password" placeholder="of the endpoint" onText={setSecret} />
        <button type="submit">Make it</button>
      </Form>
    </details>
  );
}
