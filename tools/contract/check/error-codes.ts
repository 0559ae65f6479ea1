import { at, entries, type Findings, type JsonObject } from '../document.ts';

/**
 * Checks that `errors.ts` and the catalogues have the same codes with the same statuses. `source` is the text of
 * errors.ts, which makes every error in the form `new ApiError(404, 'call_not_found', …)`.
 */
export function checkErrorCodes(source: string, documents: readonly JsonObject[]): Findings {
  const thrown = new Set([...source.matchAll(/new ApiError\(\s*(\d{3}),\s*'([a-z_]+)'/g)].map(([, status, code]) => `${status} ${code}`));
  const published = new Set(
    documents.flatMap((document) =>
      entries(at(document, document, 'x-error-catalogue')).map(([code, entry]) => `${String(at(document, entry, 'status'))} ${code}`),
    ),
  );
  const problems = [
    ...[...thrown].filter((each) => !published.has(each)).map((each) => `${each} is thrown, but in no catalogue.`),
    ...[...published].filter((each) => !thrown.has(each)).map((each) => `${each} is in a catalogue, but errors.ts does not make it.`),
  ];
  return { checked: thrown.size, problems };
}
