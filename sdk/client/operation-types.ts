import type { operationTable } from '../../src/contract/generated/public.ts';
import type { operations } from '../../src/contract/generated/published.ts';

export type OperationId = keyof operations & keyof typeof operationTable;

/** The input of one operation: its parameters and its body in one object, since their names never collide. */
export type InputOf<Id extends keyof operations> = ParametersOf<Id, 'path'> & Partial<ParametersOf<Id, 'query'>> & BodyOf<Id>;

/** The body of an operation's successful answer. */
export type ReplyOf<Id extends keyof operations> = operations[Id]['responses'] extends infer Responses
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 204)]>
  : never;

/** Has no properties if an operation takes no body. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Nothing;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

type ParametersOf<Id extends keyof operations, Place extends 'path' | 'query'> =
  NonNullable<operations[Id]['parameters'][Place]> extends infer Found ? ([Found] extends [never] ? Nothing : Found) : never;

// biome-ignore lint/complexity/noBannedTypes: the one type that adds nothing to an intersection.
type Nothing = {};
