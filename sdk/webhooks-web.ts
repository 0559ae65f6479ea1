/** `ringpost/webhooks/web`: the same as `ringpost/webhooks` with WebCrypto, for wherever Node's own modules are missing. */
export type * from './webhooks/types.ts';
export { sign, verify } from './webhooks/web-crypto.ts';
