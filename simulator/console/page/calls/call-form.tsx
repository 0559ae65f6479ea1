import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { storyName } from '../frame/format.ts';
import { keep, read } from '../frame/kept.ts';
import { Problem } from '../frame/parts.tsx';
import { submitByKey } from '../frame/submit-by-key.ts';
import { post, Refused, type Schemas, sentenceOf } from '../link/api.ts';
import { MissingService } from '../link/missing-service.tsx';
import { numberIn, startingNumber } from '../link/numbers.ts';
import type { Service } from '../link/service.ts';
import type { PlacedCall } from '../take-along/curl.ts';
import { useAgents } from './agents.ts';
import { storyGroups } from './story-groups.ts';

/** The form for a new call. The user chooses a story by name, and the form derives the number. */

export interface CallFormProps {
  readonly service: Service | null | undefined;
  readonly scenarios: readonly Schemas['Scenario'][];
  readonly firstField: Ref<HTMLSelectElement>;
  readonly onPlaced: (callId: string, placed: PlacedCall) => void;
}

const exampleVariables = '{"ownerName": "Dana Reyes", "propertyAddress": "12 Elm Street"}';

export function CallForm({ service, scenarios, firstField, onPlaced }: CallFormProps) {
  const [story, setStory] = useState('answered-interested');
  const [which, setWhich] = useState(startingNumber);
  const [typed, setTyped] = useState<string | null>(null);
  const [variables, setVariables] = useState(() => read('ringpost-console-variables') ?? exampleVariables);
  const agents = useAgents(service);
  const [agentId, setAgentId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const scenario = scenarios.find(({ name }) => name === story);
  const number = typed ?? (scenario ? numberIn(scenario.numbers.first, which) : '');
  const agent = agentId ?? agents.list?.find(({ isDefault }) => isDefault)?.id ?? agents.list?.[0]?.id ?? '';

  // The keyboard can submit a form even if its button is disabled.
  const isReady = service?.canCall === true && !isBusy && agent !== '' && number !== '';

  const place = async (): Promise<void> => {
    if (!isReady) return;
    const parsed = parsedVariables(variables);
    if (typeof parsed === 'string') return setProblem(parsed);
    setIsBusy(true);
    setProblem(null);
    try {
      const call: PlacedCall = { agentId: agent, phoneNumber: number, variables: parsed };
      const { call: placed } = await post<{ call: { id: string } }>('/console/calls', call);
      keep('ringpost-console-variables', variables);
      // The next call of the same story gets another number, and so another contact.
      setWhich((which + 1) % 10_000);
      setTyped(null);
      onPlaced(placed.id, call);
    } catch (error) {
      setProblem(hintOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      class="compose"
      aria-label="Place a call"
      onSubmit={(event) => {
        event.preventDefault();
        void place();
      }}
      onKeyDown={submitByKey}
    >
      <label>
        <span class="label">Story</span>
        <select
          ref={firstField}
          value={story}
          onChange={(event) => {
            setStory(event.currentTarget.value);
            setTyped(null);
          }}
        >
          {storyGroups(scenarios).map(([title, each]) => (
            <optgroup key={title} label={title}>
              {each.map(({ name }) => (
                <option key={name} value={name}>
                  {storyName(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p class="hint">{scenario?.description ?? 'Loading the stories…'}</p>
      <label>
        <span class="label">Number</span>
        <input
          class="mono"
          value={number}
          inputMode="tel"
          autocomplete="off"
          spellcheck={false}
          required
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </label>
      <label>
        <span class="label">Agent</span>
        <select value={agent} disabled={!agents.list?.length} onChange={(event) => setAgentId(event.currentTarget.value)}>
          {agents.list?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!agents.list?.length && <option value="">{agents.list ? 'This tenant has no agent' : '–'}</option>}
        </select>
      </label>
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
      {problem && <Problem>{problem}</Problem>}
      {!problem && agents.problem && <Problem>{agents.problem}</Problem>}
      <button type="submit" class="primary" disabled={!isReady}>
        {isBusy ? 'Placing…' : 'Place the call'}
      </button>
      {service !== undefined && !service?.canCall && <MissingService service={service} option="--service-key" what="Placing calls" />}
    </form>
  );
}

/** Returns the object, or a sentence that says what is wrong. */
function parsedVariables(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return 'The variables must be a JSON object, such as {"ownerName": "Dana"}.';
  } catch (error) {
    return `The variables are not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function hintOf(error: unknown): string {
  const sentence = sentenceOf(error);
  return error instanceof Refused && error.code === 'missing_variables'
    ? `${sentence} Add them under "Variables for the prompt".`
    : sentence;
}
