import type { errorStatuses, operations } from '../../src/contract/generated/public.ts';

/** A documented code. More may be added, so expect others. */
export type ErrorCode = keyof typeof errorStatuses;

/** The `error` object of the refusal with this code. */
export type Refused<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? RefusedWith<Code> extends never
    ? Bare<Code>
    : RefusedWith<Code>
  : never;

/** The `details` of the refusal with this code, or undefined if it has none. */
export type DetailsOf<Code extends ErrorCode> =
  Refused<Code> extends { details: infer Details }
    ? Details
    : Refused<Code> extends { details?: infer Details }
      ? Details | undefined
      : undefined;

type RefusedWith<Code> = Extract<Envelopes, { error: { code: Code } }>['error'];

/** Every answer of any operation that has an error code. */
type Envelopes = Extract<Bodies<keyof operations>, { error: { code: string } }>;

type Bodies<Id> = Id extends keyof operations ? Json<operations[Id]['responses'][keyof operations[Id]['responses']]> : never;

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** An error code of requests that meet no operation, which no operation documents. */
interface Bare<Code> {
  code: Code;
  message: string;
}
