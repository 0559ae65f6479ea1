import { useRef, useState } from 'preact/hooks';
import { keep, read } from '../frame/kept.ts';
import { useWork } from '../frame/use-work.ts';
import { post, Refused, type Schemas, sentenceOf } from '../link/api.ts';
import { useStoryNumber } from '../link/numbers.ts';
import type { Service } from '../link/service.ts';
import type { PlacedCall } from '../take-along/curl.ts';
import { useAgents } from './agents.ts';

export interface NewCallOptions {
  readonly service: Service | null | undefined;
  readonly scenarios: readonly Schemas['Scenario'][];
  readonly onPlaced: (callId: string, placed: PlacedCall) => void;
}

const exampleVariables = '{"ownerName": "Dana Reyes", "propertyAddress": "12 Elm Street"}';

export type NewCall = ReturnType<typeof useNewCall>;

/** Returns the call that the form describes, and the act of placing it. */
export function useNewCall({ service, scenarios, onPlaced }: NewCallOptions) {
  const { number, next, ...chosen } = useStoryNumber(scenarios, 'answered-interested');
  const [variables, setVariables] = useState(() => read('ringpost-console-variables') ?? exampleVariables);
  const agents = useAgents(service);
  const [agentId, setAgentId] = useState<string | null>(null);
  const { isBusy, problem, run } = useWork(hintOf);
  const last = useRef({ said: '', key: '' });
  const agent = agentId ?? agents.list?.find(({ isDefault }) => isDefault)?.id ?? agents.list?.[0]?.id ?? '';

  // The keyboard can submit a form even if its button is disabled.
  const isReady = service?.canCall === true && !isBusy && agent !== '' && number !== '';

  const place = async (): Promise<void> => {
    const call: PlacedCall = { agentId: agent, phoneNumber: number, variables: parsedVariables(variables) };
    const said = JSON.stringify(call);
    if (last.current.said !== said) last.current = { said, key: `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}` };
    const { call: placed } = await post<{ call: { id: string } }>('/console/calls', { ...call, idempotencyKey: last.current.key });
    last.current = { said: '', key: '' };
    keep('ringpost-console-variables', variables);
    next();
    onPlaced(placed.id, call);
  };

  return {
    ...chosen,
    ...{ number, agents, agent, variables, problem, isBusy, isReady, setVariables },
    setAgent: setAgentId,
    place: () => void (isReady && run(place)),
  };
}

/** Throws a sentence that says what is wrong. */
function parsedVariables(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() || '{}');
  } catch (error) {
    throw new Error(`The variables are not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error('The variables must be a JSON object, such as {"ownerName": "Dana"}.');
}

function hintOf(error: unknown): string {
  const sentence = sentenceOf(error);
  return error instanceof Refused && error.code === 'missing_variables'
    ? `${sentence} Add them under "Variables for the prompt".`
    : sentence;
}
