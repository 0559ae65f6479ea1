import type { operations } from '../../src/contract/generated/public.ts';
import type { operationTable } from '../generated/operations.ts';

export type OperationId = keyof operations & keyof typeof operationTable;

/** What one operation is asked: its parameters and its body in one object, since their names never meet. */
export type InputOf<Id extends keyof operations> = ParametersOf<Id, 'path'> & Partial<ParametersOf<Id, 'query'>> & BodyOf<Id>;

/** What it answers when it goes well. */
export type ReplyOf<Id extends keyof operations> = operations[Id]['responses'] extends infer Responses
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 204)]>
  : never;

/** Without properties where an operation takes none. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Nothing;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

type ParametersOf<Id extends keyof operations, Place extends 'path' | 'query'> =
  NonNullable<operations[Id]['parameters'][Place]> extends infer Found ? ([Found] extends [never] ? Nothing : Found) : never;

// biome-ignore lint/complexity/noBannedTypes: the one type that adds nothing to an intersection.
type Nothing = {};
