import type { Target } from '../../src/dispatch/endpoint-cache.ts';
import { signingKey } from '../../src/dispatch/signature.ts';

/** Returns an endpoint as an attempt needs it. */
export const someTarget = (differing: Partial<Target> = {}): Target => ({
  id: 'whe_a',
  version: 1,
  origin: 'http://127.0.0.1:9',
  path: '/',
  method: 'POST',
  key: signingKey('s'),
  standardWebhooks: false,
  headers: [],
  ...differing,
});
