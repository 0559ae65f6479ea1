import { useRef, useState } from 'preact/hooks';
import { keep, read } from '../frame/kept.ts';
import { post, Refused, type Schemas, sentenceOf } from '../link/api.ts';
import { numberIn, startingNumber } from '../link/numbers.ts';
import type { Service } from '../link/service.ts';
import type { PlacedCall } from '../take-along/curl.ts';
import { type Agents, useAgents } from './agents.ts';

/** The call that the form describes, and the act of placing it. */
export interface NewCall {
  /** Is the name of the chosen story. */
  readonly story: string;
  readonly scenario: Schemas['Scenario'] | undefined;
  /** Is the number that was typed, or else one that plays the story. */
  readonly number: string;
  readonly agents: Agents;
  /** Is the id of the agent that was chosen, or else of the default one. */
  readonly agent: string;
  readonly variables: string;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  setStory(name: string): void;
  setNumber(number: string): void;
  setAgent(id: string): void;
  setVariables(json: string): void;
  place(): Promise<void>;
}

export interface NewCallOptions {
  readonly service: Service | null | undefined;
  readonly scenarios: readonly Schemas['Scenario'][];
  readonly onPlaced: (callId: string, placed: PlacedCall) => void;
}

const exampleVariables = '{"ownerName": "Dana Reyes", "propertyAddress": "12 Elm Street"}';

export function useNewCall({ service, scenarios, onPlaced }: NewCallOptions): NewCall {
  const [story, setStory] = useState('answered-interested');
  const [which, setWhich] = useState(startingNumber);
  const [typed, setTyped] = useState<string | null>(null);
  const [variables, setVariables] = useState(() => read('ringpost-console-variables') ?? exampleVariables);
  const agents = useAgents(service);
  const [agentId, setAgentId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const last = useRef({ said: '', key: '' });
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
      const said = JSON.stringify(call);
      if (last.current.said !== said) last.current = { said, key: `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}` };
      const { call: placed } = await post<{ call: { id: string } }>('/console/calls', { ...call, idempotencyKey: last.current.key });
      last.current = { said: '', key: '' };
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

  return {
    ...{ story, scenario, number, agents, agent, variables, problem, isBusy, isReady, place, setVariables },
    setStory(name) {
      setStory(name);
      setTyped(null);
    },
    setNumber: setTyped,
    setAgent: setAgentId,
  };
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
