import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * Types of an operation's function, derived from the generated types. A status that the document does not name is not
 * in `ReplyOf`, so an operation that answers it fails `tsc`.
 */

type JsonOf<Content> = Content extends { 'application/json': infer Body } ? Body : undefined;

type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : Op extends { requestBody?: { content: infer Content } | undefined }
    ? JsonOf<Content> | undefined
    : undefined;

/** The parameters in one place. Without any the generated type is `never`, and the function is given an empty object. */
type ParametersOf<Op, Place extends string> = Op extends { parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? [NonNullable<Parameters[Place]>] extends [never]
      ? Record<never, never>
      : NonNullable<Parameters[Place]>
    : Record<never, never>
  : Record<never, never>;

/** A reply that is not JSON: its text, with its type among the headers. */
type TextOf<Content> = Content extends { 'text/xml': unknown } ? { readonly text: string } : { readonly body?: undefined };

export interface RequestOf<Op> {
  readonly path: ParametersOf<Op, 'path'>;
  readonly query: ParametersOf<Op, 'query'>;
  readonly body: BodyOf<Op>;
  /**
   * Is the body's raw text, or empty without a body. The pipeline fills it for every operation. Echoed values
   * (`variables`, `metadata`, a schema) are cut out of it, because `JSON.parse` reorders integer-like keys.
   */
  readonly rawBody: string;
  readonly about: RequestAbout;
}

export type ReplyOf<Op> = Op extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & number]: {
        readonly status: Status;
        readonly headers?: Readonly<Record<string, string>>;
      } & (Responses[Status] extends { content: infer Content }
        ? JsonOf<Content> extends undefined
          ? TextOf<Responses[Status]['content']>
          : /** `rawJson` holds stored bytes that are sent unchanged. */ { readonly body: JsonOf<Content> } | { readonly rawJson: string }
        : { readonly body?: undefined });
    }[keyof Responses & number]
  : never;
