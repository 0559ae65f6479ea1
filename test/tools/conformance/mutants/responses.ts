import { answering } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, to, withHeader } from './broken-services.ts';

/** Services that break a rule for every answer, whatever is asked: group B. */
export const responseMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'answers a status that it does not document',
    caughtBy: 'B1',
    whileRunning: 'F2',
    says: /listAgents documents no status 206/,
    mutant: () => ({ response: (response, request) => (to(request, 'GET', /\/agents$/) ? { ...response, status: 206 } : response) }),
  },
  {
    what: 'calls its JSON text',
    caughtBy: 'B2',
    whileRunning: 'F2',
    says: /The content type is text\/plain/,
    mutant: () => ({ response: (response) => withHeader(response, 'content-type', 'text/plain') }),
  },
  {
    what: 'answers a property that is not documented',
    caughtBy: 'B3',
    whileRunning: 'F2',
    says: /\/internalNote is not a property/,
    mutant: () =>
      answering((json, _, request) => (to(request, 'GET', /\/agents$/) ? { ...(json as object), internalNote: 'x' } : undefined)),
  },
  {
    what: 'forgets how much of a budget remains',
    caughtBy: 'B4',
    whileRunning: 'F2',
    says: /There is no x-ratelimit-remaining/,
    mutant: () => ({ response: (response) => withHeader(response, 'x-ratelimit-remaining', null) }),
  },
  {
    what: 'gives all requests one name',
    caughtBy: 'B14',
    whileRunning: 'F2',
    says: /X-Request-Id req_1 was that of an earlier request/,
    mutant: () => ({ response: (response) => withHeader(response, 'x-request-id', 'req_1') }),
  },
  {
    what: 'says another remainder in the form of the draft',
    caughtBy: 'B13',
    whileRunning: 'F2',
    says: /RateLimit says 7, where X-RateLimit says \d+/,
    mutant: () => ({ response: (response) => withHeader(response, 'ratelimit', '"read";r=7;t=60') }),
  },
  {
    what: 'has a code of its own',
    caughtBy: 'B5',
    whileRunning: 'F6',
    says: /Unauthorized is no code of placeCall with the status 401/,
    mutant: () => answering((_, { status }) => (status === 401 ? { error: { code: 'Unauthorized', message: 'No.' } } : undefined)),
  },
  {
    what: 'does not say how to authenticate',
    caughtBy: 'B6',
    whileRunning: 'F6',
    says: /There is no WWW-Authenticate/,
    mutant: () => ({ response: (response) => withHeader(response, 'www-authenticate', null) }),
  },
  {
    what: 'says that a call too many may be tried again soon',
    caughtBy: 'B6',
    whileRunning: 'J8',
    says: /Nobody knows when a call ends, but there is a Retry-After/,
    mutant: () => ({ response: (response) => (response.status === 429 ? withHeader(response, 'retry-after', '1') : response) }),
  },
  {
    what: 'writes times with an offset',
    caughtBy: 'B7',
    whileRunning: 'F2',
    says: /updatedAt is ".*\+00:00"/,
    mutant: () => ({
      response: (response) => ({ ...response, body: Buffer.from(response.body.toString('utf8').replace(/(\.\d{3})Z"/g, '$1+00:00"')) }),
    }),
  },
  {
    what: 'unmasks its secrets',
    caughtBy: 'B8',
    whileRunning: 'H1',
    says: /A signing secret that was made earlier/,
    mutant: () => {
      let secret = '';
      return {
        response(response) {
          const text = response.body.toString('utf8');
          secret = /"signingSecret":"([0-9a-f]{64})"/.exec(text)?.[1] ?? secret;
          return { ...response, body: Buffer.from(text.replace(/"signingSecret":"\*+[0-9a-f]{4}"/, `"signingSecret":"${secret}"`)) };
        },
      };
    },
  },
  {
    what: 'tells of its inside',
    caughtBy: 'B10',
    whileRunning: 'F6',
    says: /The answer tells "at check \(\/srv/,
    mutant: () =>
      answering((_, { status }) =>
        status === 401 ? { error: { code: 'invalid_api_key', message: 'Bad key at check (/srv/app/auth.js:12:3)' } } : undefined,
      ),
  },
  {
    what: 'breaks down',
    caughtBy: 'B11',
    whileRunning: 'F2',
    says: /The service answered 500 internal_error/,
    mutant: () => ({
      response: (response) => ({ ...response, status: 500, body: Buffer.from('{"error":{"code":"internal_error","message":"Oops."}}') }),
    }),
  },
  {
    what: 'links the recording of a call that it has just placed',
    caughtBy: 'B9',
    whileRunning: 'H6',
    says: /placeCall shows a recordingUrl/,
    mutant: () =>
      answering((json, { status }, request) => {
        const { call } = (json ?? {}) as { call?: object };
        return to(request, 'POST', /\/calls$/) && status === 201 ? { call: { ...call, recordingUrl: null } } : undefined;
      }),
  },
  {
    what: 'lets caches keep its answers',
    caughtBy: 'B12',
    verdict: 'warn',
    whileRunning: 'F2',
    says: /GET \/agents may be kept by a cache/,
    mutant: () => ({ response: (response) => withHeader(response, 'cache-control', null) }),
  },
]);
