import type { Ref } from 'preact';
import { Button } from '../frame/button.tsx';
import { Form, SelectField, TextField } from '../frame/form.tsx';
import { Problem } from '../frame/parts.tsx';
import { MissingService } from '../link/missing-service.tsx';
import { type NewCall, type NewCallOptions, useNewCall } from './new-call.ts';
import { StoryOptions } from './story-options.tsx';

/** The form for a new call. The user chooses a story by name, and the form derives the number. */
export interface CallFormProps extends NewCallOptions {
  readonly firstField: Ref<HTMLSelectElement>;
}

export function CallForm({ service, scenarios, firstField, onPlaced }: CallFormProps) {
  const call = useNewCall({ service, scenarios, onPlaced });
  const { problem, agents } = call;
  return (
    <Form name="Place a call" onSend={call.place}>
      <SelectField label="Story" ref={firstField} value={call.story} onChoose={call.setStory}>
        <StoryOptions scenarios={scenarios} />
      </SelectField>
      <p class="hint">{call.scenario?.description ?? 'Loading the stories…'}</p>
      <TextField label="Number" value={call.number} inputMode="tel" required onText={(text) => call.setNumber(text.trim())} />
      <AgentField call={call} />
      <VariablesField call={call} />
      {problem && <Problem>{problem}</Problem>}
      {!problem && agents.problem && <Problem>{agents.problem}</Problem>}
      <Button type="submit" class="primary" isOff={!call.isReady}>
        {call.isBusy ? 'Placing…' : 'Place the call'}
      </Button>
      {service !== undefined && !service?.canCall && <MissingService service={service} option="--service-key" what="Placing calls" />}
    </Form>
  );
}

interface FieldProps {
  readonly call: NewCall;
}

function AgentField({ call: { agent, agents, setAgent } }: FieldProps) {
  return (
    <SelectField label="Agent" value={agent} disabled={!agents.list?.length} onChoose={setAgent}>
      {agents.list?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {!agents.list?.length && <option value="">{agents.list ? 'This tenant has no agent' : '–'}</option>}
    </SelectField>
  );
}

function VariablesField({ call: { variables, setVariables } }: FieldProps) {
  return (
    <details class="more">
      <summary>Variables for the prompt</summary>
      <textarea
        class="mono"
        rows={3}
        aria-label="Variables for the prompt, as JSON"
        value={variables}
        spellcheck={false}
        onInput={(event) => setVariables(event.currentTarget.value)}
      />
    </details>
  );
}
