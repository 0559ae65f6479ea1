import { answering, type Returned } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, to } from './broken-services.ts';

/** Services that let in whom they should not, or look at things in another order: group F. */
export const authenticationMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'lets in who has no key',
    caughtBy: 'F1',
    says: /with no key: expected 401 invalid_api_key, got 200/,
    mutant: () => ({ response: (response, request) => (request.headers.authorization ? response : { ...response, status: 200 }) }),
  },
  {
    what: 'knows one spelling of the scheme alone',
    caughtBy: 'F2',
    says: /"bearer" was not taken for the Bearer scheme/,
    mutant: () => ({
      response: (response, request) => (/^Bearer /.test(String(request.headers.authorization)) ? response : { ...response, status: 401 }),
    }),
  },
  {
    what: 'lets every scope do everything',
    caughtBy: 'F3',
    says: /expected 403 insufficient_scope, got 403 call_not_found/,
    mutant: () => answering((_, { status }) => (status === 403 ? { error: { code: 'call_not_found', message: 'No.' } } : undefined)),
  },
  {
    what: 'wants a second scope for hanging up',
    caughtBy: 'F4',
    says: /^endCall refuses a key for calls:place\.$/m,
    mutant: () => ({ response: (response, request) => (to(request, 'POST', /\/end$/) ? { ...response, status: 403 } : response) }),
  },
  {
    what: 'looks for the call before it looks whether the API is on',
    caughtBy: 'F5',
    says: /readCall: expected 403 public_api_disabled, got 404 call_not_found/,
    mutant: () =>
      answering(
        (_, { status }, request) =>
          status === 403 && to(request, 'GET', /\/calls\//) ? { error: { code: 'call_not_found', message: 'No.' } } : undefined,
        404,
      ),
  },
  {
    what: 'looks at the body before the key',
    caughtBy: 'F6',
    says: /expected 401 invalid_api_key, got 415/,
    mutant: () => ({
      response: (response, request) =>
        request.headers['content-type'] === 'text/plain'
          ? { ...response, status: 415, body: Buffer.from('{"error":{"code":"unsupported_media_type","message":"No."}}') }
          : response,
    }),
  },
  {
    what: 'looks at the media type before the scope',
    caughtBy: 'F7',
    says: /placeCall, scope before media type: expected 403 insufficient_scope, got 415/,
    mutant: () => ({
      response: (response, request) =>
        request.headers['content-type'] === 'text/plain' && response.status === 403 ? { ...response, status: 415 } : response,
    }),
  },
  {
    what: 'answers an unknown path with 401',
    caughtBy: 'F8',
    says: /GET \/nothing: expected 404 not_found, got 401/,
    mutant: () => ({ response: (response) => (response.status === 404 ? { ...response, status: 401 } : response) }),
  },
  {
    what: 'never forgets a key that it has known',
    caughtBy: 'F9',
    says: /five seconds after it was revoked: expected 401 invalid_api_key, got 200/,
    mutant: () => {
      const known = new Map<unknown, Returned>();
      return {
        response(response, { headers: { authorization } }) {
          if (response.status === 200) known.set(authorization, response);
          return response.status === 401 ? (known.get(authorization) ?? response) : response;
        },
      };
    },
  },
]);
