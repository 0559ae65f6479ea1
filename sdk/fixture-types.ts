import type { operations } from '../src/contract/generated/published.ts';
import type { ErrorCode, Refused } from './client/errors-by-code.ts';
import type { BodyOf, ReplyOf } from './client/operation-types.ts';
import type { WebhookEvent } from './webhooks/events.ts';

/** The types of the generated fixtures: each example has the type of what it shows. */
export type EventExamples = Readonly<Record<string, WebhookEvent>>;
export type RequestExamples = { readonly [Id in keyof operations]?: Readonly<Record<string, BodyOf<Id>>> };
export type ResponseExamples = { readonly [Id in keyof operations]?: Readonly<Record<string, ReplyOf<Id>>> };
export type ErrorExamples = { readonly [Code in ErrorCode]: { readonly error: Refused<Code> } };
