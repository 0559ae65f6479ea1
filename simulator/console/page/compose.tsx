import type { Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, post, Refused, type Schemas, sentenceOf } from './api.ts';
import { plural, storyName } from './format.ts';
import { Problem } from './parts.tsx';
import type { Service } from './service.ts';
import type { PlacedCall } from './snippets.ts';
import { keep, read } from './theme.ts';

/** Where a person begins: a call, a text, or a contact's text. The story is chosen by name, and the number follows. */

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

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

  // The keyboard submits a form whose button is disabled, too.
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
      // Numbers of one's own: the next call of the same story is another contact's.
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

/** Each visit starts somewhere else in the block, so that yesterday's idempotency and opt-outs do not meet today's calls. */
const startingNumber = (): number => Math.floor(Math.random() * 9_000);

export const numberIn = (first: string, which: number): string => `${first.slice(0, -4)}${String(which % 10_000).padStart(4, '0')}`;

function useAgents(service: Service | null | undefined): { list: readonly Agent[] | null; problem: string | null } {
  const [list, setList] = useState<readonly Agent[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!service?.canCall) return;
    get<{ agents: readonly Agent[] }>('/console/agents').then(
      ({ agents }) => setList(agents),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  }, [service]);
  return { list, problem };
}

/** The object, or a sentence that says why it is none. */
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

const groups: readonly (readonly [string, (scenario: Schemas['Scenario']) => boolean])[] = [
  ['The provider misbehaves', ({ placement }) => placement !== 'accepted'],
  ['Callbacks go astray', ({ callbacks, name }) => callbacks !== 'once' || name === 'never-ends' || /silent|drop|late/.test(name)],
  ['Odd data', ({ name }) => /^extraction|transcript/.test(name)],
  ['Nobody talks', ({ name }) => /no-answer|busy|voicemail|carrier|declined|invalid/.test(name)],
  ['Somebody answers', () => true],
];

/** As they are dialled most: conversations first. */
function storyGroups(scenarios: readonly Schemas['Scenario'][]): readonly (readonly [string, readonly Schemas['Scenario'][]])[] {
  const titled = groups.map(([title]) => [title, [] as Schemas['Scenario'][]] as const);
  for (const scenario of scenarios) {
    const index = groups.findIndex(([, holds]) => holds(scenario));
    titled[index]?.[1].push(scenario);
  }
  return titled.filter(([, each]) => each.length > 0).reverse();
}

function submitByKey(event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

function MissingService({ service, option, what }: { service: Service | null; option: string; what: string }) {
  return (
    <p class="missing">
      {service ? `${what} needs more than was given: ` : `${what} needs a service. `}
      Run <code>npm start</code>, or start the simulator with <code>{service ? option : '--service-url'}</code>
      {!service && (
        <>
          {' '}
          and <code>{option}</code>
        </>
      )}
      . Everything that arrives is shown all the same.
    </p>
  );
}

interface PhoneNumber {
  readonly id: string;
  readonly phoneNumber: string;
  readonly isActive: boolean;
}

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

function usePhoneNumbers(service: Service | null | undefined): readonly PhoneNumber[] {
  const [numbers, setNumbers] = useState<readonly PhoneNumber[]>([]);
  useEffect(() => {
    if (!service?.canText) return;
    get<{ phoneNumbers: readonly PhoneNumber[] }>('/console/phone-numbers').then(
      ({ phoneNumbers }) => setNumbers(phoneNumbers.filter(({ isActive }) => isActive)),
      () => undefined,
    );
  }, [service]);
  return numbers;
}
