import type { operations } from '../src/contract/generated/public.ts';
import type { ErrorCode, Refused } from './client/errors-by-code.ts';
import type { BodyOf, ReplyOf } from './client/operation-types.ts';
import type { WebhookEvent } from './webhooks/events.ts';

/** What the generated fixtures are held against: each example is of the type that it is an example of. */
export type EventExamples = Readonly<Record<string, WebhookEvent>>;
export type RequestExamples = { readonly [Id in keyof operations]?: Readonly<Record<string, BodyOf<Id>>> };
export type ResponseExamples = { readonly [Id in keyof operations]?: Readonly<Record<string, ReplyOf<Id>>> };
export type ErrorExamples = { readonly [Code in ErrorCode]: { readonly error: Refused<Code> } };
