import type { Ref } from 'preact';
import { Button } from '../frame/button.tsx';
import { Form, Segments, SelectField, TextField } from '../frame/form.tsx';
import { plural, storyName } from '../frame/format.ts';
import { Problem } from '../frame/parts.tsx';
import { MissingService } from '../link/missing-service.tsx';
import { type NewText, type NewTextOptions, useNewText } from './new-text.ts';

/** The form for a text to a contact, or from one. */
export interface TextFormProps extends NewTextOptions {
  readonly firstField: Ref<HTMLSelectElement>;
}

export function TextForm({ service, scenarios, firstField, onSent }: TextFormProps) {
  const text = useNewText({ service, scenarios, onSent });
  const { direction, body, problem, isBusy, lacks } = text;
  return (
    <Form name="Send a text" onSend={text.send}>
      <Segments legend="Who sends it" name="direction" options={directions} chosen={direction} onChoose={text.setDirection} />
      <SelectField
        label={direction === 'out' ? 'Story' : 'Contact of the story'}
        ref={firstField}
        value={text.story}
        onChoose={text.setStory}
      >
        {scenarios.map(({ name }) => (
          <option key={name} value={name}>
            {storyName(name)}
          </option>
        ))}
      </SelectField>
      {direction === 'out' && <p class="hint">{text.scenario?.description ?? 'Loading the stories…'}</p>}
      {direction === 'out' && text.hasCode && <ErrorCodeField text={text} />}
      <TextField
        label={direction === 'out' ? 'To' : 'From'}
        value={text.contact}
        inputMode="tel"
        required
        onText={(typed) => text.setContact(typed.trim())}
      />
      {direction === 'in' && <OurNumberField text={text} />}
      <label>
        <span class="label">Text</span>
        <textarea rows={3} value={body} required maxLength={1_600} onInput={(event) => text.setBody(event.currentTarget.value)} />
        <span class="count">{plural([...body].length, 'character')}</span>
      </label>
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" class="primary" isOff={!text.isReady}>
        {isBusy ? 'Sending…' : direction === 'out' ? 'Send the text' : 'Let the contact send it'}
      </Button>
      {service !== undefined && lacks && <MissingService service={service} option="--operator-url" what="Sending texts" />}
    </Form>
  );
}

const directions = [
  ['out', 'To a contact'],
  ['in', 'From a contact'],
] as const;

interface FieldProps {
  readonly text: NewText;
}

function ErrorCodeField({ text: { errorCode, setErrorCode } }: FieldProps) {
  return (
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
  );
}

function OurNumberField({ text: { ourNumber, numbers, setOurNumber } }: FieldProps) {
  return (
    <label>
      <span class="label">To, our number</span>
      <input
        class="mono"
        value={ourNumber}
        list="our-numbers"
        inputMode="tel"
        required
        onInput={(event) => setOurNumber(event.currentTarget.value.trim())}
      />
      <datalist id="our-numbers">
        {numbers.map(({ id, phoneNumber }) => (
          <option key={id} value={phoneNumber} />
        ))}
      </datalist>
    </label>
  );
}
