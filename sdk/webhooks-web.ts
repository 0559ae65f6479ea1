/**
 * `@ringpost/sdk/webhooks/web`: the same functions as `@ringpost/sdk/webhooks`, with WebCrypto, for runtimes without Node's own
 * modules.
 */
export type * from './webhooks/types.ts';
export { sign, verify } from './webhooks/web-crypto.ts';
