import { openApi } from './documents.ts';
import { fenced } from './fenced.ts';
import { placeInReference } from './place-in-reference.ts';

/** Returns a section for each operation of the public API: its samples as tabs, and the place of its form. */
export const operationSections = (): string =>
  Object.entries(openApi('public').paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId = '', tags: [tag = ''] = [], summary = '', 'x-codeSamples': samples = [] }]) =>
        [
          `## ${operationId}`,
          `[\`${method.toUpperCase()} ${path}\`](site:reference/api.html#${placeInReference(tag, operationId)}): ${summary}.`,
          '<div class="tabs">',
          ...samples.map(({ lang, label, source }) => fenced(`${languageOf(lang)} ${label}`, source.trimEnd())),
          '</div>',
          `<div class="try-it" data-operation="${operationId}"></div>`,
        ].join('\n\n'),
      ),
    )
    .join('\n\n');

const languageOf = (lang: string): string => (lang === 'Shell' ? 'bash' : lang.toLowerCase());
