import { request as send } from 'node:http';
import { answering, jsonOf, type Mutant, type Passed, type Returned } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judgeMutant, judgeWebhookMutant } from '../run.ts';
import { brokenServices, to } from './broken-services.ts';

/** Services that answer well and do something else: group O. */
type Json = Readonly<Record<string, unknown>>;

/**
 * A service that does behind a refusal what it refuses: each request that fits is answered as refused, and asked again
 * with the key of `as`, the last request that fits there.
 */
function doing(refused: (response: Returned, request: Passed) => boolean, owners: (request: Passed) => boolean, instead: (request: Passed) => Passed): Mutant {
  let origin: string | undefined;
  let key: unknown;
  return {
    async after(response, request, target) {
      origin = target;
      if (owners(request) && response.status < 300) key ??= request.headers.authorization;
      if (!refused(response, request) || key === undefined) return;
      await again(origin, instead({ ...request, headers: { ...request.headers, authorization: String(key) } }));
    },
  };
}
