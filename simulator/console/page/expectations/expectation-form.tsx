import { useState } from 'preact/hooks';
import { Form, Segments, TextField } from '../frame/form.tsx';
import { Problem } from '../frame/parts.tsx';
import { secondsIn } from '../time/words.ts';
import { conditionsIn } from './conditions-in.ts';
import type { Expected } from './expectation.ts';

/** The form for a new expectation. */
export function ExpectationForm({ onExpect }: { onExpect: (expected: Expected) => void }) {
  const [kind, setKind] = useState<Kind>('delivery');
  const [typed, setTyped] = useState<Typed>({ event: 'call.completed', receiver: '', where: '', within: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const expect = (): void => {
    const expected = expectedIn(kind, typed);
    setProblem(typeof expected === 'string' ? expected : null);
    if (typeof expected !== 'string') onExpect(expected);
  };

  return (
    <details class="more">
      <summary>Expect something else</summary>
      <Form name="Expect something else" onSend={expect}>
        <Segments legend="What is expected" name="expectation" options={kinds} chosen={kind} onChoose={setKind} />
        <TypedFields typed={typed} onTyped={(changed) => setTyped((before) => ({ ...before, ...changed }))} />
        {problem && <Problem>{problem}</Problem>}
        <button type="submit">Expect it</button>
      </Form>
    </details>
  );
}

type Kind = 'delivery' | 'no-delivery';

const kinds = [
  ['delivery', 'It comes'],
  ['no-delivery', 'It does not come'],
] as const;

/** The fields of the form as they were typed. */
interface Typed {
  readonly event: string;
  readonly receiver: string;
  readonly where: string;
  readonly within: string;
}

function TypedFields({ typed, onTyped }: { typed: Typed; onTyped: (changed: Partial<Typed>) => void }) {
  return (
    <>
      <TextField label="Event" value={typed.event} placeholder="any" onText={(text) => onTyped({ event: text.trim() })} />
      <TextField label="Receiver" value={typed.receiver} placeholder="any" onText={(text) => onTyped({ receiver: text.trim() })} />
      <label>
        <span class="label">Where in its body, one a line</span>
        <textarea
          class="mono"
          rows={2}
          value={typed.where}
          placeholder="data.outcome = INTERESTED"
          spellcheck={false}
          onInput={({ currentTarget }) => onTyped({ where: currentTarget.value })}
        />
      </label>
      <TextField
        label="Within"
        value={typed.within}
        placeholder="now, or 10m: frozen time is moved on"
        onText={(text) => onTyped({ within: text.trim() })}
      />
    </>
  );
}

/** Returns the expectation, or a sentence that says what is wrong. */
function expectedIn(kind: Kind, { event, receiver, where, within }: Typed): Expected | string {
  const conditions = conditionsIn(where);
  const seconds = within === '' ? null : secondsIn(within);
  if (typeof conditions === 'string') return conditions;
  if (within !== '' && seconds === null) return 'That is no duration. Write 90s, 5m, 1h30m or 2d.';
  return {
    kind,
    expected: {
      ...(event !== '' && { event }),
      ...(receiver !== '' && { receiver }),
      ...(conditions !== null && { where: conditions }),
      ...(seconds !== null && { within: seconds }),
    },
  };
}
