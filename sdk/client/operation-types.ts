import type { operationTable } from '../../src/contract/generated/public.ts';
import type { operations } from '../../src/contract/generated/published.ts';

export type OperationId = keyof operations & keyof typeof operationTable;

/** The input of one operation: its parameters and its body in one object, since their names never collide. */
export type InputOf<Id extends keyof operations> = ParametersOf<operations[Id], 'path'> &
  Partial<ParametersOf<operations[Id], 'query'>> &
  BodyOf<Id>;

/** The body of an operation's successful answer. */
export type ReplyOf<Id extends keyof operations> = AnswerOf<operations[Id]>;

export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never;

/** Has no properties if an operation takes no body. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Nothing;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

export type ParametersOf<Operation, Place extends 'path' | 'query'> = Operation extends { parameters: { [_ in Place]?: infer Found } }
  ? [NonNullable<Found>] extends [never]
    ? Nothing
    : NonNullable<Found>
  : Nothing;

// biome-ignore lint/complexity/noBannedTypes: the one type that adds nothing to an intersection.
export type Nothing = {};
