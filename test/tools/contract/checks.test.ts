import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkAgreement } from '../../../tools/contract/check/agreement.ts';
import { checkCatalogue } from '../../../tools/contract/check/catalogue.ts';
import { checkDescriptions } from '../../../tools/contract/check/descriptions.ts';
import { checkErrorCodes } from '../../../tools/contract/check/error-codes.ts';
import { checkErrorPages } from '../../../tools/contract/check/error-pages.ts';
import { checkExamples, checkMessages } from '../../../tools/contract/check/examples.ts';
import { checkKeywords } from '../../../tools/contract/check/keywords.ts';
import { checkLint } from '../../../tools/contract/check/lint.ts';
import { checkNumbers } from '../../../tools/contract/check/numbers.ts';
import { checkContact, checkLimits, checkVersions } from '../../../tools/contract/check/policy.ts';
import { checkResponseHeaders } from '../../../tools/contract/check/responses.ts';
import { checkSchemas } from '../../../tools/contract/check/schemas.ts';
import { checkScopes } from '../../../tools/contract/check/scopes.ts';
import { checkVectors } from '../../../tools/contract/check/vectors.ts';
import type { Findings, JsonObject } from '../../../tools/contract/document.ts';
import { folderFor } from '../../support/folder.ts';
import { planted } from '../../support/planted.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bundle = async (name: string): Promise<JsonObject> =>
  JSON.parse(await readFile(join(root, `src/contract/generated/${name}.json`), 'utf8')) as JsonObject;
const openapi = await bundle('public');
const events = await bundle('asyncapi');

function assertFinds(findings: Findings, problem: RegExp): void {
  assert.ok(
    findings.problems.some((found) => problem.test(found)),
    `expected ${problem}, found ${JSON.stringify(findings.problems)}`,
  );
}

const assertClean = (findings: Findings): void => {
  assert.deepEqual(findings.problems, []);
  assert.ok(findings.checked > 0);
};

const placeCall = ['paths', '/calls', 'post'];

test('an example of a request, a response, a parameter, a header or a schema that breaks its schema is found', () => {
  assertClean(checkExamples(openapi));
  const minimal = ['content', 'application/json', 'examples', 'minimal', 'value'];
  assertFinds(
    checkExamples(planted(openapi, [...placeCall, 'requestBody', ...minimal, 'agentId'], 7)),
    /requestBody.*example minimal: \/agentId must be string/,
  );
  assertFinds(
    checkExamples(planted(openapi, [...placeCall, 'responses', '201', ...minimal, 'call', 'status'], 'dialling')),
    /example minimal: \/call\/status/,
  );
  assertFinds(
    checkExamples(planted(openapi, ['components', 'headers', 'X-RateLimit-Limit', 'example'], 'sixty')),
    /X-RateLimit-Limit, example/,
  );
  assertFinds(
    checkExamples(planted(openapi, ['components', 'parameters', 'WebhookTimestamp', 'example'], 'noon')),
    /WebhookTimestamp, example/,
  );
  assertFinds(checkExamples(planted(openapi, ['components', 'schemas', 'IdempotencyKey', 'examples'], [''])), /IdempotencyKey, example 0/);
});

test('a message example whose payload or header breaks its schema is found, and an origin without example', () => {
  assertClean(checkMessages(events));
  const first = ['components', 'messages', 'callCompleted', 'examples', 0];
  assertFinds(
    checkMessages(planted(events, [...first, 'payload', 'data', 'recording_url'], 'https://example.org')),
    /callCompleted.*payload: \/data\/recording_url/,
  );
  assertFinds(checkMessages(planted(events, [...first, 'payload', 'data', 'transcript'], 'x'.repeat(10_001))), /transcript/);
  assertFinds(checkMessages(planted(events, [...first, 'headers', 'X-Webhook-Signature'], 'sha256=ABC')), /headers: \/X-Webhook-Signature/);
  assertFinds(
    checkMessages(planted(events, ['components', 'messages', 'leadQualified', 'examples', 2], { name: 'x', payload: {} })),
    /no example of the origin automation/,
  );
});

test('a signature vector that the recipe does not give is found, and a kind of body without one', () => {
  assertClean(checkVectors(events));
  assertFinds(
    checkVectors(planted(events, ['x-signature', 'vectors', 0, 'timestamp'], '1767441846')),
    /Vector ascii: the header should be/,
  );
  assertFinds(checkVectors(planted(events, ['x-signature', 'vectors', 1, 'body'], 'x')), /body and bodyBase64 differ/);
  assertFinds(checkVectors(planted(events, ['x-signature', 'vectors', 0, 'standardHeader'], 'v1,x')), /Standard Webhooks should be v1,/);
  assertFinds(checkVectors(planted(events, ['x-signature', 'vectors', 0, 'standardSecret'], 'x')), /Standard Webhooks should be whsec_/);
  assertFinds(checkVectors(planted(events, ['x-signature', 'vectors', 0, 'secret'], 'short')), /64 hex characters/);
  assertFinds(checkVectors(planted(events, ['x-signature', 'vectors'], [])), /No vector signs an empty object/);
});

test('every way in which the two documents can drift apart on the events is found', () => {
  assertClean(checkAgreement(openapi, events));
  assertFinds(checkAgreement(planted(openapi, ['webhooks', 'sms.failed'], undefined), events), /sms.failed is not in the OpenAPI document/);
  assertFinds(
    checkAgreement(openapi, planted(events, ['components', 'messages', 'smsFailed'], undefined)),
    /sms.failed is not in the AsyncAPI document/,
  );
  const field = ['components', 'schemas', 'SmsFailedData', 'properties', 'error_code', 'type'];
  assertFinds(checkAgreement(planted(openapi, field, 'integer'), events), /sms.failed: the two documents differ on its schema/);
  const example = ['components', 'messages', 'smsFailed', 'examples', 0, 'payload', 'data', 'reason'];
  assertFinds(checkAgreement(openapi, planted(events, example, 'Another reason.')), /sms.failed: the two documents differ on its examples/);
  const header = ['components', 'schemas', 'WebhookHeaders', 'required'];
  assertFinds(checkAgreement(openapi, planted(events, header, ['X-Webhook-Signature'])), /differ on its headers/);
  assertFinds(checkAgreement(openapi, planted(events, ['x-delivery', 'buckets', 1, 'events'], ['sms.failed'])), /in the buckets/);
  assertFinds(checkAgreement(openapi, planted(events, ['operations', 'sendSmsFailed'], undefined)), /in the operations/);
});

test('a keyword that the two dialects read differently is found in an event schema', () => {
  assertFinds(checkKeywords({ A: { type: 'object', unevaluatedProperties: false } }), /unevaluatedProperties/);
  assertFinds(
    checkKeywords({ A: { properties: { b: { $ref: '#/B', description: 'Ignored by draft-07.' } } } }),
    /A\/properties\/b: nothing may stand beside \$ref/,
  );
  assertFinds(checkKeywords({ A: { oneOf: [{ type: 'array', prefixItems: [] }] } }), /A\/oneOf\/0: prefixItems/);
  assertFinds(checkKeywords({ A: { type: 'array', items: [{}] } }), /items as a list/);
  assertClean(checkKeywords({ A: { type: 'object', properties: { dependentRequired: { type: 'string' } } } }));
});

test('an operation with no scope, two scopes or an unknown one is found', () => {
  assertClean(checkScopes(openapi));
  for (const security of [
    undefined,
    [],
    [{ bearerAuth: [] }],
    [{ bearerAuth: ['read', 'write'] }],
    [{ bearerAuth: ['calls'] }],
    [{ bearerAuth: ['read'] }, { bearerAuth: ['write'] }],
  ])
    assertFinds(checkScopes(planted(openapi, [...placeCall, 'security'], security)), /placeCall must ask for exactly one known scope/);
});

test('an error without entry, without example or with another status is found', () => {
  assertClean(checkCatalogue(openapi));
  assertFinds(
    checkCatalogue(planted(openapi, ['x-error-catalogue', 'insufficient_balance'], undefined)),
    /placeCall 402 has insufficient_balance, whose catalogue entry does not name it/,
  );
  assertFinds(
    checkCatalogue(planted(openapi, ['x-error-catalogue', 'call_not_found', 'status'], 410)),
    /call_not_found names readCall, which does not declare it/,
  );
  assertFinds(
    checkCatalogue(planted(openapi, ['x-error-catalogue', 'call_not_found', 'operations'], ['readCall', 'listAgents'])),
    /call_not_found names listAgents/,
  );
  assertFinds(checkCatalogue(planted(openapi, ['x-error-catalogue', 'call_not_found', 'fix'], undefined)), /call_not_found has no fix/);
  assertFinds(
    checkCatalogue(planted(openapi, [...placeCall, 'responses', '402', 'content', 'application/json', 'examples'], {})),
    /insufficient_balance names placeCall, which shows no example/,
  );
});

test('a code that is thrown and not published, or published and not thrown, is found', async () => {
  const source = await readFile(join(root, 'src/errors.ts'), 'utf8');
  const documents = [openapi, await bundle('operator'), await bundle('callbacks')];
  assertClean(checkErrorCodes(source, documents));
  assertFinds(checkErrorCodes(`${source}\nnew ApiError(418, 'teapot', 'x')`, documents), /418 teapot is thrown/);
  assertFinds(checkErrorCodes(source.replace("'call_not_found'", "'no_call'"), documents), /404 call_not_found is in a catalogue/);
});

test('a response without its rate-limit headers or its Retry-After is found', () => {
  assertClean(checkResponseHeaders(openapi));
  assertFinds(
    checkResponseHeaders(planted(openapi, [...placeCall, 'responses', '201', 'headers', 'X-RateLimit-Reset'], undefined)),
    /placeCall 201 lacks the header X-RateLimit-Reset/,
  );
  assertFinds(
    checkResponseHeaders(planted(openapi, ['components', 'responses', 'RateLimited', 'headers', 'Retry-After'], undefined)),
    /readCall 429 lacks the header Retry-After/,
  );
});

test('a schema that a strict validator refuses is found', () => {
  const schema = (value: unknown): JsonObject => planted(events, ['components', 'schemas', 'Lead'], value);
  assertFinds(checkSchemas(schema({ type: 'object', propertys: {} }), 'draft-07'), /Lead.*propertys/);
  assertFinds(checkSchemas(schema({ type: 'string', minimum: 1 }), 'draft-07'), /Lead.*strictTypes/);
  assertFinds(checkSchemas(schema({ type: 'string', pattern: '(' }), 'draft-07'), /Lead/);
});

test('another contact in one document, or none, is found', () => {
  assertClean(checkContact({ openapi, events }));
  assertFinds(
    checkContact({ openapi, events: planted(events, ['info', 'contact', 'name'], 'Support') }),
    /info\.contact of events is .*Support/,
  );
  assertFinds(checkContact({ openapi, events: planted(events, ['info', 'contact'], undefined) }), /info\.contact of events is undefined/);
});

test('a version that differs and a published number that the service does not go by are found', () => {
  assertFinds(checkVersions({ openapi, events: planted(events, ['info', 'version'], '1.0.1') }), /1\.0\.1/);
  assertClean(checkLimits(events));
  assertFinds(checkLimits(planted(events, ['x-delivery', 'retryDelaysSeconds', 0], 30)), /retryDelaysSeconds is published as/);
  assertFinds(checkLimits(planted(events, ['x-delivery', 'buckets', 0, 'perMinute'], 200)), /buckets is published as/);
});

test('the linter’s errors and warnings are found, and so is a file that hides them', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'faulty.yaml');
  await writeFile(
    file,
    'openapi: 3.1.0\ninfo: { title: Faulty, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { Unused: { type: string } } }\n',
  );
  const ignoreFile = join(folder, 'ignored.yaml');
  await writeFile(ignoreFile, '{}');
  const findings = await checkLint([file], ignoreFile);
  assertFinds(findings, /Servers must be present/);
  assertFinds(findings, /no-unused-components/);
  assertFinds(findings, /hides problems/);
});

test('a code without a page, and a page without a code, are found', async () => {
  const codes = Object.keys(openapi['x-error-catalogue'] as object);
  assertClean(
    checkErrorPages(
      codes.map((code) => `${code}.md`),
      [openapi],
    ),
  );
  assertFinds(checkErrorPages([], [openapi]), /^not_found has no docs\/errors\/not_found\.md/);
  assertFinds(checkErrorPages([...codes, 'gone.md'], [openapi]), /^docs\/errors\/gone\.md is about no code/);
});

test('a property without a description is found', () => {
  assertClean(checkDescriptions(openapi));
  assertClean(checkDescriptions(events));
  const bare = { type: 'object', properties: { colour: { type: 'string' } } };
  assertFinds(checkDescriptions(planted(openapi, ['components', 'schemas', 'Paint'], bare)), /^Paint\.colour has no description\.$/);
});

test('a published number that the service does not go by is found, and one that nothing is compared with', () => {
  assertClean(checkNumbers(openapi));
  const changed: readonly (readonly [readonly string[], RegExp])[] = [
    [[...placeCall, 'x-rate-limit', 'limit'], /write\.limit is published as 7, but the service goes by 60\./],
    [[...placeCall, 'x-idempotency', 'retentionHours'], /retentionHours is published as 7, .* 24\./],
    [
      ['components', 'schemas', 'Call', 'properties', 'recordingUrl', 'x-limit', 'validSeconds'],
      /validSeconds is published as 7, .* 900\./,
    ],
    [['components', 'schemas', 'PlaceCallRequest', 'properties', 'metadata', 'x-limit', 'bytes'], /metadata\.bytes is published as 7, /],
    [[...placeCall, 'x-limit', 'callsPerDay'], /nothing in the service is compared with post\.callsPerDay\./],
  ];
  for (const [place, says] of changed) assertFinds(checkNumbers(planted(openapi, place, 7)), says);
});
