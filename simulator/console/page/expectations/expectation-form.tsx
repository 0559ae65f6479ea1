import { useState } from 'preact/hooks';
import { Problem } from '../frame/parts.tsx';
import { submitByKey } from '../frame/submit-by-key.ts';
import { secondsIn } from '../time/words.ts';
import { conditionsIn } from './conditions-in.ts';
import type { Expected } from './expectation.ts';

/** The form for a new expectation. */
export function ExpectationForm({ onExpect }: { onExpect: (expected: Expected) => void }) {
  const [kind, setKind] = useState<'delivery' | 'no-delivery'>('delivery');
  const [event, setEvent] = useState('call.completed');
  const [receiver, setReceiver] = useState('');
  const [where, setWhere] = useState('');
  const [within, setWithin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const expect = (): void => {
    const conditions = conditionsIn(where);
    const seconds = within === '' ? null : secondsIn(within);
    if (typeof conditions === 'string') {
      setProblem(conditions);
      return;
    }
    if (within !== '' && seconds === null) {
      setProblem('That is no duration. Write 90s, 5m, 1h30m or 2d.');
      return;
    }
    setProblem(null);
    onExpect({
      kind,
      expected: {
        ...(event !== '' && { event }),
        ...(receiver !== '' && { receiver }),
        ...(conditions !== null && { where: conditions }),
        ...(seconds !== null && { within: seconds }),
      },
    });
  };

  return (
    <details class="more">
      <summary>Expect something else</summary>
      <form
        class="compose"
        aria-label="Expect something else"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          expect();
        }}
        onKeyDown={submitByKey}
      >
        <fieldset class="segments">
          <legend class="unseen">What is expected</legend>
          {(['delivery', 'no-delivery'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="expectation" checked={kind === each} onChange={() => setKind(each)} />
              <span>{each === 'delivery' ? 'It comes' : 'It does not come'}</span>
            </label>
          ))}
        </fieldset>
        <label>
          <span class="label">Event</span>
          <input class="mono" value={event} placeholder="any" onInput={({ currentTarget }) => setEvent(currentTarget.value.trim())} />
        </label>
        <label>
          <span class="label">Receiver</span>
          <input class="mono" value={receiver} placeholder="any" onInput={({ currentTarget }) => setReceiver(currentTarget.value.trim())} />
        </label>
        <label>
          <span class="label">Where in its body, one a line</span>
          <textarea
            class="mono"
            rows={2}
            value={where}
            placeholder="data.outcome = INTERESTED"
            spellcheck={false}
            onInput={({ currentTarget }) => setWhere(currentTarget.value)}
          />
        </label>
        <label>
          <span class="label">Within</span>
          <input
            class="mono"
            value={within}
            placeholder="now, or 10m: frozen time is moved on"
            onInput={({ currentTarget }) => setWithin(currentTarget.value.trim())}
          />
        </label>
        {problem && <Problem>{problem}</Problem>}
        <button type="submit">Expect it</button>
      </form>
    </details>
  );
}
