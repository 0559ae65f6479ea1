import { at, entries, type Findings, type JsonObject } from '../document.ts';

/**
 * Checks that each code of the catalogues has its hand-written page text, and each such file a code. `files` holds the
 * files of docs/errors.
 */
export function checkErrorPages(files: readonly string[], documents: readonly JsonObject[]): Findings {
  const codes = new Set(documents.flatMap((document) => entries(at(document, document, 'x-error-catalogue')).map(([code]) => code)));
  const written = new Set(files.map((file) => file.replace(/\.md$/, '')));
  const problems = [
    ...[...codes].filter((code) => !written.has(code)).map((code) => `${code} has no docs/errors/${code}.md.`),
    ...[...written].filter((code) => !codes.has(code)).map((code) => `docs/errors/${code}.md is about no code of the catalogues.`),
  ];
  return { checked: codes.size, problems };
}
