import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { plural, storyName } from '../frame/format.ts';
import { Problem } from '../frame/parts.tsx';
import { submitByKey } from '../frame/submit-by-key.ts';
import { post, type Schemas, sentenceOf } from '../link/api.ts';
import { MissingService } from '../link/missing-service.tsx';
import { numberIn, startingNumber } from '../link/numbers.ts';
import type { Service } from '../link/service.ts';
import { usePhoneNumbers } from './phone-numbers.ts';

/** The form for a text to a contact, or from one. */

export interface TextFormProps {
  readonly service: Service | null | undefined;
  readonly scenarios: readonly Schemas['TextScenario'][];
  readonly firstField: Ref<HTMLSelectElement>;
  readonly onSent: (said: string) => void;
}

export function TextForm({ service, scenarios, firstField, onSent }: TextFormProps) {
  const [direction, setDirection] = useState<'out' | 'in'>('out');
  const [story, setStory] = useState('delivered');
  const [errorCode, setErrorCode] = useState('07');
  const [which, setWhich] = useState(startingNumber);
  const [typed, setTyped] = useState<string | null>(null);
  const [body, setBody] = useState('Are you still thinking of selling 12 Elm Street?');
  const [ours, setOurs] = useState<string | null>(null);
  const numbers = usePhoneNumbers(service);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const scenario = scenarios.find(({ name }) => name === story);
  const hasCode = scenario !== undefined && scenario.numbers.first.slice(0, 8) !== scenario.numbers.last.slice(0, 8);
  const contact =
    typed ?? (scenario ? numberIn(hasCode ? withCode(scenario.numbers.first, errorCode) : scenario.numbers.first, which) : '');
  const ourNumber = ours ?? numbers[0]?.phoneNumber ?? '+14155550100';

  const lacks = direction === 'out' && !service?.canText;
  const isReady = !isBusy && !lacks && contact !== '';

  const send = async (): Promise<void> => {
    if (!isReady) return;
    setIsBusy(true);
    setProblem(null);
    try {
      if (direction === 'out') {
        const { message } = await post<{ message: { status: string; reason: string | null } }>('/console/texts', { to: contact, body });
        onSent(
          message.status === 'refused' ? `The text was refused: ${message.reason ?? 'no reason given'}` : `The text is ${message.status}.`,
        );
        setWhich((which + 1) % 10_000);
        setTyped(null);
      } else {
        const { answered, error } = await post<{ answered: number | null; error: string | null }>('/texts/inbound', {
          from: contact,
          to: ourNumber,
          body,
        });
        if (answered === null || answered >= 300) throw new Error(`The service did not take it: ${error ?? `it answered ${answered}`}.`);
        onSent('The service took the contact’s text.');
      }
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      class="compose"
      aria-label="Send a text"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={submitByKey}
    >
      <fieldset class="segments">
        <legend class="unseen">Who sends it</legend>
        {(['out', 'in'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="direction" checked={direction === each} onChange={() => setDirection(each)} />
            <span>{each === 'out' ? 'To a contact' : 'From a contact'}</span>
          </label>
        ))}
      </fieldset>
      <label>
        <span class="label">{direction === 'out' ? 'Story' : 'Contact of the story'}</span>
        <select
          ref={firstField}
          value={story}
          onChange={(event) => {
            setStory(event.currentTarget.value);
            setTyped(null);
          }}
        >
          {scenarios.map(({ name }) => (
            <option key={name} value={name}>
              {storyName(name)}
            </option>
          ))}
        </select>
      </label>
      {direction === 'out' && <p class="hint">{scenario?.description ?? 'Loading the stories…'}</p>}
      {direction === 'out' && hasCode && (
        <label>
          <span class="label">Error code</span>
          <span class="joined mono">
            300
            <input
              value={errorCode}
              maxLength={2}
              pattern="\d\d"
              inputMode="numeric"
              aria-label="Last two digits of the code 300…"
              onInput={(event) => setErrorCode(event.currentTarget.value)}
            />
          </span>
        </label>
      )}
      <label>
        <span class="label">{direction === 'out' ? 'To' : 'From'}</span>
        <input
          class="mono"
          value={contact}
          inputMode="tel"
          autocomplete="off"
          required
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </label>
      {direction === 'in' && (
        <label>
          <span class="label">To, our number</span>
          <input
            class="mono"
            value={ourNumber}
            list="our-numbers"
            inputMode="tel"
            required
            onInput={(event) => setOurs(event.currentTarget.value.trim())}
          />
          <datalist id="our-numbers">
            {numbers.map(({ id, phoneNumber }) => (
              <option key={id} value={phoneNumber} />
            ))}
          </datalist>
        </label>
      )}
      <label>
        <span class="label">Text</span>
        <textarea rows={3} value={body} required maxLength={1_600} onInput={(event) => setBody(event.currentTarget.value)} />
        <span class="count">{plural([...body].length, 'character')}</span>
      </label>
      {problem && <Problem>{problem}</Problem>}
      <button type="submit" class="primary" disabled={!isReady}>
        {isBusy ? 'Sending…' : direction === 'out' ? 'Send the text' : 'Let the contact send it'}
      </button>
      {service !== undefined && lacks && <MissingService service={service} option="--operator-url" what="Sending texts" />}
    </form>
  );
}

const withCode = (first: string, code: string): string => `${first.slice(0, 6)}${code.padStart(2, '0')}${first.slice(8)}`;
