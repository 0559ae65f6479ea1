import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCatalogue, type NamedOperation, type Refusal } from './catalogue.ts';
import { fenced } from './fenced.ts';
import type { Page } from './pages.ts';
import { placeInReference } from './place-in-reference.ts';
import { repository } from './repository.ts';

/** Makes a page for each code from the documents and the hand-written text in `docs/errors`. */
export async function errorPages(parent: string): Promise<readonly Page[]> {
  return Promise.all(
    [...errorCatalogue()].map(async ([code, refusals]) => {
      const source = `docs/errors/${code}.md`;
      const advice = await readFile(join(repository, source), 'utf8');
      return { path: `${parent}/${code}`, title: code, parent, source, markdown: errorPage(code, refusals, advice) };
    }),
  );
}

function errorPage(code: string, refusals: readonly Refusal[], advice: string): string {
  const statuses = [...new Set(refusals.map(({ status }) => status))].join(', ');
  const [only, ...others] = refusals;
  return [
    `# \`${code}\``,
    `HTTP ${statuses}. ${[...new Set(refusals.map(({ retryable }) => retryWords[retryable] ?? ''))].join(' ')}`,
    ...(only && others.length === 0 ? said(only, '##') : refusals.flatMap((refusal) => [`## ${refusal.api}`, ...said(refusal, '###')])),
    advice.trim(),
    ...examples(refusals),
    ...where(refusals),
  ].join('\n\n');
}

const said = ({ cause, fix }: Refusal, rank: string): readonly string[] => [`${rank} Why`, cause, `${rank} What to do`, fix];

const retryWords: Readonly<Record<string, string>> = {
  no: 'The same request will be refused again.',
  now: 'Try again at once.',
  later: 'Try again later.',
  'same-key': 'Try again with the same `idempotencyKey`.',
};

/** Returns the examples of the first API that has any. The others answer alike. */
function examples(refusals: readonly Refusal[]): readonly string[] {
  const shown = refusals.find((refusal) => refusal.examples.length > 0)?.examples ?? [];
  if (shown.length === 0) return [];
  return [
    `## ${shown.length === 1 ? 'An answer' : 'Answers'}`,
    ...shown.flatMap(({ summary, value }) => [`${summary}:`, fenced('json', JSON.stringify(value, null, 2))]),
  ];
}

function where(refusals: readonly Refusal[]): readonly string[] {
  const rows = refusals.flatMap(({ api, operations }) => {
    if (operations === 'all') return [`| ${api} | every operation |`];
    if (operations.length === 0) return [`| ${api} | what meets no operation |`];
    return operations.map((operation) => `| ${api} | ${api === 'Public API' ? linked(operation) : named(operation)} |`);
  });
  return ['## Where', ['| API | operation |', '|---|---|', ...rows].join('\n')];
}

const named = ({ id, method, path }: NamedOperation): string => `\`${method} ${path}\` (\`${id}\`)`;

/** Links to the operation in the Redoc reference. */
const linked = (operation: NamedOperation): string =>
  `[${named(operation)}](site:reference/api.html#${placeInReference(operation.tag, operation.id)})`;
