import { publishedForm } from '../../../src/contract/published-form.ts';
import { checkAgreement } from '../../contract/check/agreement.ts';
import { checkCatalogue } from '../../contract/check/catalogue.ts';
import { checkExamples, checkMessages } from '../../contract/check/examples.ts';
import { checkResponseHeaders } from '../../contract/check/responses.ts';
import { checkSchemas } from '../../contract/check/schemas.ts';
import { checkScopes } from '../../contract/check/scopes.ts';
import { checkVectors } from '../../contract/check/vectors.ts';
import type { Findings } from '../../contract/document.ts';
import { fetchPatiently } from '../ask-json.ts';
import type { Check } from '../check.ts';
import { Skipped } from '../skipped.ts';
import type { World } from '../world.ts';

/** Group A checks that the documents are sound, and that the deployment serves these documents. */
export const documentsChecks: readonly Check[] = [
  offline('A1', 'Every schema compiles strictly', 'OpenAPI 3.1 schemas are JSON Schema 2020-12.', ({ openapi }) =>
    checkSchemas(openapi, '2020-12'),
  ),
  offline('A2', 'Every example of the API fits its schema', 'OpenAPI: an example shows what its schema allows.', ({ openapi }) =>
    checkExamples(openapi),
  ),
  offline(
    'A3',
    'Every example of a webhook fits its schema',
    'AsyncAPI: a message example shows what its payload allows.',
    ({ asyncapi }) => checkMessages(asyncapi),
  ),
  offline(
    'A4',
    'Both documents tell the same of every event',
    'OpenAPI webhooks and AsyncAPI messages describe the same deliveries.',
    ({ openapi, asyncapi }) => checkAgreement(openapi, asyncapi),
  ),
  offline('A5', 'Every operation asks for one known scope', 'Public API, Authentication: each operation needs one scope.', ({ openapi }) =>
    checkScopes(openapi),
  ),
  offline('A6', 'Every code of the catalogue has an example where it can occur', 'Public API, x-error-catalogue.', ({ openapi }) =>
    checkCatalogue(openapi),
  ),
  offline('A7', 'Every response documents its headers', 'Public API, Budgets: every answer says where you stand.', ({ openapi }) =>
    checkResponseHeaders(openapi),
  ),
  offline('A8', 'The test vectors of the signature hold', 'Webhooks, x-signature.', ({ asyncapi }) => checkVectors(asyncapi)),
  served('A9', 'openapi'),
  served('A10', 'asyncapi'),
];

function offline(id: string, title: string, rule: string, check: (documents: World['documents']) => Findings): Check {
  return {
    id,
    title,
    rule,
    async run(world) {
      const { checked, problems } = check(world.documents);
      if (checked === 0) world.breach('There was nothing to look at.');
      for (const problem of problems) world.breach(problem);
    },
  };
}

function served(id: string, name: 'openapi' | 'asyncapi'): Check {
  return {
    id,
    title: `The deployment serves this ${name === 'openapi' ? 'OpenAPI' : 'AsyncAPI'} document`,
    rule: `The document at /${name}.json is the published one, but for the address of its server.`,
    async run(world) {
      const url = `${new URL(world.baseUrl).origin}/${name}.json`;
      const response = await fetchPatiently(url);
      if (response.status === 404) throw new Skipped(`nothing is served at ${url}`);
      if (!response.ok) return world.breach(`${url} answers ${response.status}.`);
      const theirs = comparable(await response.json());
      const ours = comparable(publishedForm(world.documents[name]));
      for (const place of differences(theirs, ours)) world.breach(`It differs at ${place || 'its root'}.`);
    },
  };
}

/** Replaces the deployment's own addresses in `servers` and in the text, so that two documents can be compared. */
function comparable(document: unknown): unknown {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key === 'servers' || key === 'x-unmatched-requests') return undefined;
    return typeof value === 'string' ? value.replace(/https?:\/\/[^\s"'`)/]+/g, 'ADDRESS') : value;
  });
  return JSON.parse(text);
}

/** Returns the first few places where two documents differ. */
function differences(one: unknown, other: unknown, place = ''): readonly string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other ? [] : [place];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys]
    .flatMap((key) => differences((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], `${place}/${key}`))
    .slice(0, 5);
}
