import { readFileSync } from 'node:fs';
import type { operations } from '../../../src/contract/generated/simulator.ts';
import type { AnswerOf, Nothing, ParametersOf } from '../../client/operation-types.ts';
import { ask, type Row, type Where } from './ask.ts';

/** One method for each operation of the simulator's control API, but for its page, its streams and its sounds. */
export type SimulatorClient = {
  readonly [Id in keyof operations as Id & OperationId]: (...given: Given<operations[Id]>) => Promise<AnswerOf<operations[Id]>>;
};

type OperationId = Exclude<keyof operations, LeftOut>;

/** The page and what is for the page alone, and answers that are not JSON. */
type LeftOut = `relay${string}` | (typeof otherAnswers)[number];

export const otherAnswers = [
  'readConsole',
  'readConsoleFile',
  'readLinkedService',
  'linkConsoleService',
  'readRecording',
  'streamTimeline',
  'exportHar',
] as const;

/** The parameter is optional if the operation requires nothing. */
type Given<Operation> = Record<never, never> extends Input<Operation> ? [input?: Input<Operation>] : [input: Input<Operation>];

/** Parameters and body in one object, since their names never collide. */
type Input<Operation> = ParametersOf<Operation, 'path'> & Partial<Omit<ParametersOf<Operation, 'query'>, 'format'>> & Body<Operation>;

type Body<Operation> = Operation extends { requestBody?: infer Asked } ? BodyOf<NonNullable<Asked>> : Nothing;

type BodyOf<Asked> = [Asked] extends [never]
  ? Nothing
  : Asked extends { content: { 'application/json': infer Sent } }
    ? Sent
    : { yaml: string };

/** Drives a simulator at an address, such as that of `npx @ringpost/simulator`. A refusal is thrown as `SimulatorError`. */
export function simulatorClient(where: Where): SimulatorClient {
  const methods = rows().map(([id, row]) => [id, (input: Readonly<Record<string, unknown>> = {}) => ask(where, row, input)]);
  // There is one entry for each id, with the types of the document. fromEntries cannot tell them apart.
  return Object.fromEntries(methods) as unknown as SimulatorClient;
}

const file = new URL('../../../src/contract/generated/simulator.json', import.meta.url);

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: object };
}

/** Returns the table of operations, read from the document. */
function rows(): readonly (readonly [string, Row])[] {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) =>
      !operationId || operationId.startsWith('relay') || otherAnswers.some((id) => id === operationId)
        ? []
        : [[operationId, { method: method.toUpperCase(), path, takesYaml: 'application/yaml' in (requestBody?.content ?? {}) }] as const],
    ),
  );
}
