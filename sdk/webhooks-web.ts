/**
 * `ringpost/webhooks/web`: the same functions as `ringpost/webhooks`, with WebCrypto, for runtimes without Node's own
 * modules.
 */
export type * from './webhooks/types.ts';
export { sign, verify } from './webhooks/web-crypto.ts';
