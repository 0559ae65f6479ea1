import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkAgreement } from './check/agreement.ts';
import { checkCatalogue } from './check/catalogue.ts';
import { checkDescriptions } from './check/descriptions.ts';
import { checkErrorCodes } from './check/error-codes.ts';
import { checkErrorPages } from './check/error-pages.ts';
import { checkExamples, checkMessages } from './check/examples.ts';
import { checkKeywords } from './check/keywords.ts';
import { checkLint } from './check/lint.ts';
import { checkNumbers } from './check/numbers.ts';
import { checkContact, checkLimits, checkVersions } from './check/policy.ts';
import { checkResponseHeaders } from './check/responses.ts';
import { checkSchemas } from './check/schemas.ts';
import { checkScopes } from './check/scopes.ts';
import { checkVectors } from './check/vectors.ts';
import type { Findings, JsonObject } from './document.ts';
import { type DocumentName, documents, generate, generatedFolder, root, staleFiles } from './generate.ts';

/**
 * Runs the contract checks for `npm run contract`: prints one line for each, and exits with code 1 if any found a
 * problem. The linter cannot see that an example breaks its schema, that two documents drift apart or that an error is
 * undocumented; these checks can.
 */
async function checkContract(): Promise<readonly (readonly [string, Findings])[]> {
  const files = await generate();
  const bundle = (name: DocumentName): JsonObject => JSON.parse(files.get(`${name}.json`) ?? 'null') as JsonObject;
  const open = { public: bundle('public'), operator: bundle('operator'), callbacks: bundle('callbacks'), simulator: bundle('simulator') };
  const events = bundle('asyncapi');
  return [
    ['lint', await checkLint(Object.values(documents), join(root, '.redocly.lint-ignore.yaml'))],
    ...Object.entries(open).map(([name, document]) => [`examples of ${name}`, checkExamples(document)] as const),
    ['examples of the messages', checkMessages(events)],
    ['signature vectors', checkVectors(events)],
    ['both documents agree on the events', checkAgreement(open.public, events)],
    ['keywords of the event schemas', checkKeywords(await eventSchemas())],
    ['one scope for each operation', checkScopes(open.public)],
    ['headers of every response', checkResponseHeaders(open.public)],
    [
      'error codes of the service',
      checkErrorCodes(await readFile(join(root, 'src/errors.ts'), 'utf8'), [open.public, open.operator, open.callbacks]),
    ],
    ['pages of the error codes', checkErrorPages(await readdir(join(root, 'docs/errors')), Object.values(open))],
    ...Object.entries(open).map(([name, document]) => [`error catalogue of ${name}`, checkCatalogue(document)] as const),
    ...Object.entries(open).map(([name, document]) => [`strict schemas of ${name}`, checkSchemas(document, '2020-12')] as const),
    ['strict schemas of the events', checkSchemas(events, 'draft-07')],
    ['descriptions of public', checkDescriptions(open.public)],
    ['descriptions of the events', checkDescriptions(events)],
    ['published limits', checkLimits(events)],
    ['published numbers of public', checkNumbers(open.public)],
    ['versions', checkVersions({ ...open, asyncapi: events })],
    ['contacts', checkContact({ ...open, asyncapi: events })],
    [
      'generated files are fresh',
      { checked: files.size, problems: (await staleFiles(files, generatedFolder)).map((name) => `${name} is stale: npm run generate.`) },
    ],
  ];
}

/** Reads the schemas as they are written, before bundling, so that keys beside a reference are seen. */
async function eventSchemas(): Promise<JsonObject> {
  const files = (await readdir(join(root, 'asyncapi'))).filter((name) => name !== 'webhooks.yaml' && name !== 'examples.yaml');
  const parsed = await Promise.all(files.map(async (name) => parse(await readFile(join(root, 'asyncapi', name), 'utf8')) as JsonObject));
  return Object.assign({}, ...parsed) as JsonObject;
}

for (const [name, { checked, problems }] of await checkContract()) {
  const good = problems.length === 0 && checked > 0;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name}: ${checked} checked${good ? '' : `, ${problems.length} wrong`}`);
  for (const problem of problems) console.log(`       ${problem}`);
  if (!good) process.exitCode = 1;
}
