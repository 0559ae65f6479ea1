import { answering } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, miscalling, nameOf, refused, to } from './broken-services.ts';

/** Services that do not as the examples show, and that refuse what the document takes: groups C and D. */
export const exampleMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'calls a number that is none an invalid request',
    caughtBy: 'C1',
    says: /the example invalidPhoneNumber: expected 400 invalid_phone_number, got 400 invalid_request/,
    mutant: () => miscalling('invalid_phone_number', 'invalid_request'),
  },
  {
    what: 'calls a schema that is none an invalid request',
    caughtBy: 'C2',
    says: /the example invalidExtractionSchema: expected 400 invalid_extraction_schema, got 400 invalid_request/,
    mutant: () => miscalling('invalid_extraction_schema', 'invalid_request'),
  },
  {
    what: 'answers a creation with 200',
    caughtBy: 'C3',
    says: /the example .*: expected 201, got 200/,
    mutant: () => ({
      response: (response, request) =>
        to(request, 'POST', /\/webhooks$/) && response.status === 201 ? { ...response, status: 200 } : response,
    }),
  },
  {
    what: 'calls a filter that cannot be an invalid request',
    caughtBy: 'C4',
    says: /the example invalidConditions: expected 400 invalid_conditions, got 400 invalid_request/,
    mutant: () => miscalling('invalid_conditions', 'invalid_request'),
  },
  {
    what: 'takes keys of 254 characters at most',
    caughtBy: 'D1',
    says: /placeCall refuses idempotencyKey of 255 characters.*: 400 invalid_request/,
    mutant: () =>
      answering((_, _response, request) => (/"idempotencyKey":"a{255}"/.test(request.body.toString()) ? refused : undefined), 400),
  },
  {
    what: 'counts the 32,768 bytes of a schema with what is around it',
    caughtBy: 'D2',
    says: /setExtractionSchema refuses a schema of 32,768 bytes: 400/,
    mutant: () => answering((_, _response, request) => (request.body.length > 32_768 ? refused : undefined), 400),
  },
  {
    what: 'takes names of 99 characters at most',
    caughtBy: 'D3',
    says: /createWebhookEndpoint refuses name .*: 400 invalid_request/,
    mutant: () => answering((_, _response, request) => (nameOf(request).length === 100 ? refused : undefined), 400),
  },
  {
    what: 'counts bytes where characters are meant',
    caughtBy: 'D4',
    says: /refuses name of 100 characters outside the BMP: 400/,
    mutant: () => answering((_, _response, request) => (Buffer.byteLength(nameOf(request)) > 100 ? refused : undefined), 400),
  },
  {
    what: 'gives pages of 49 at most',
    caughtBy: 'D5',
    says: /listWebhookDeliveries refuses limit that is 50: 400/,
    mutant: () => answering((_, _response, request) => (request.path.endsWith('limit=50') ? refused : undefined), 400),
  },
  {
    what: 'calls inactive triggers invalid',
    caughtBy: 'D6',
    says: /A body that fits the document is refused: 400/,
    mutant: () => answering((_, _response, request) => (/"isActive":false/.test(request.body.toString()) ? refused : undefined), 400),
  },
]);
