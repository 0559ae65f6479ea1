/** `@ringpost/sdk/client`: the public API, with one method for each operation. */
export type { CatchUpOptions, CaughtUp } from './client/catch-up.ts';
export { type Client, type ClientOptions, createClient } from './client/create-client.ts';
export {
  CallStillGoingError,
  NoAnswerError,
  RefusedError,
  type RefusedWith,
  RingpostError,
  UnreadableAnswerError,
} from './client/errors.ts';
export type { DetailsOf, ErrorCode } from './client/errors-by-code.ts';
export type { InputOf, OperationId, ReplyOf } from './client/operation-types.ts';
export type { RateLimit, RateLimits } from './client/rate-limits.ts';
export type { WaitOptions } from './client/wait-for-call.ts';
