import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * From an operation of the generated types to what its function takes and returns. A status that the document does not
 * name is not in `ReplyOf`, so an operation that answers it fails `tsc`.
 */

type JsonOf<Content> = Content extends { 'application/json': infer Body } ? Body : undefined;

type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : Op extends { requestBody?: { content: infer Content } | undefined }
    ? JsonOf<Content> | undefined
    : undefined;

/** An operation without parameters of a place has `never` there; its function is given an empty object. */
type ParametersOf<Op, Place extends string> = Op extends { parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? [NonNullable<Parameters[Place]>] extends [never]
      ? Record<never, never>
      : NonNullable<Parameters[Place]>
    : Record<never, never>
  : Record<never, never>;

/** A reply that is not JSON: its text as it is sent, with its type among the headers. */
type TextOf<Content> = Content extends { 'text/xml': unknown } ? { readonly text: string } : { readonly body?: undefined };

export interface RequestOf<Op> {
  readonly path: ParametersOf<Op, 'path'>;
  readonly query: ParametersOf<Op, 'query'>;
  readonly body: BodyOf<Op>;
  /**
   * The body's text as it came; empty where there was none. The pipeline fills it for every operation. What is echoed
   * (`variables`, `metadata`, a schema) is cut out of it, because `JSON.parse` reorders integer-like keys.
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
          : /** `rawJson`: bytes stored earlier, sent as they are. */ { readonly body: JsonOf<Content> } | { readonly rawJson: string }
        : { readonly body?: undefined });
    }[keyof Responses & number]
  : never;
