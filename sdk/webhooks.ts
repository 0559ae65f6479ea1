/** `@ringpost/sdk/webhooks`: functions to verify deliveries, and to sign them in tests, with `node:crypto`. */
export { sign } from './webhooks/sign.ts';
export type * from './webhooks/types.ts';
export { verify } from './webhooks/verify.ts';
