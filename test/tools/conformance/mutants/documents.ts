import { type Documents, documents } from '../../../../tools/conformance/documents.ts';
import type { JsonObject } from '../../../../tools/contract/document.ts';
import { planted } from '../../../support/planted.ts';
import { answering } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judge } from '../run.ts';
import { brokenServices } from './broken-services.ts';

/** Documents with a mistake planted in them, and services that serve others: group A. */
type Place = readonly (string | number)[];
type BrokenDocument = readonly [
  caughtBy: string,
  what: string,
  document: 'openapi' | 'asyncapi',
  place: Place,
  value: unknown,
  says: RegExp,
];

const agentsAnswer = ['paths', '/agents', 'get', 'responses', '200'];
const firstMessage = ['components', 'messages', 'callCompleted', 'examples', 0];

const brokenDocuments: readonly BrokenDocument[] = [
  [
    'A1',
    'a schema knows a type that there is not',
    'openapi',
    ['components', 'schemas', 'CallStatus', 'type'],
    'words',
    /CallStatus: .*type/,
  ],
  [
    'A2',
    'an example shows a number for a name',
    'openapi',
    [...agentsAnswer, 'content', 'application/json', 'examples', 'two', 'value', 'agents', 0, 'name'],
    7,
    /example two: \/agents\/0\/name must be string/,
  ],
  [
    'A3',
    'a message shows another event',
    'asyncapi',
    [...firstMessage, 'payload', 'event'],
    'call.begun',
    /callCompleted, example .*, payload: \/event/,
  ],
  [
    'A4',
    'the API knows an event that is not sent',
    'openapi',
    ['webhooks', 'call.begun'],
    {},
    /call\.begun is not in the AsyncAPI document/,
  ],
  [
    'A5',
    'an operation asks for a scope that nobody has',
    'openapi',
    ['paths', '/agents', 'get', 'security', 0, 'bearerAuth'],
    ['admin'],
    /listAgents must ask for exactly one known scope, and asks for admin/,
  ],
  ['A6', 'a code says no cause', 'openapi', ['x-error-catalogue', 'call_not_found', 'cause'], '', /call_not_found has no cause/],
  [
    'A7',
    'an answer forgets the header of its budget',
    'openapi',
    [...agentsAnswer, 'headers', 'X-RateLimit-Limit'],
    undefined,
    /listAgents 200 lacks the header X-RateLimit-Limit/,
  ],
  [
    'A8',
    'a test vector carries the signature of another',
    'asyncapi',
    ['x-signature', 'vectors', 0, 'header'],
    `sha256=${'0'.repeat(64)}`,
    /the header should be sha256=/,
  ],
];

/** The published documents, one of them with something else in one place. */
const withPlanted = (document: 'openapi' | 'asyncapi', place: Place, value: unknown): Documents => ({
  ...documents(),
  [document]: planted(documents()[document], place, value),
});

export const documentMutants: readonly MutantTest[] = [
  ...brokenDocuments.map(
    ([caughtBy, what, document, place, value, says]): MutantTest => ({
      caughtBy,
      where: `where ${what}`,
      says,
      run: (deployment, only) => judge(deployment, only, { documents: withPlanted(document, place, value) }),
    }),
  ),
  ...brokenServices([
    {
      what: 'serves another OpenAPI document',
      caughtBy: 'A9',
      says: /^It differs at \/openapi\.$/m,
      mutant: () => serving('/openapi.json', { openapi: '3.0.3' }),
    },
    {
      what: 'serves another AsyncAPI document',
      caughtBy: 'A10',
      says: /^It differs at \/asyncapi\.$/m,
      mutant: () => serving('/asyncapi.json', { asyncapi: '2.6.0' }),
    },
  ]),
];

const serving = (path: string, differs: JsonObject) =>
  answering((json, _, request) => (request.path === path ? { ...(json as JsonObject), ...differs } : undefined));
