import { at, codesOf, entries, type Findings, items, type JsonObject, operationsOf, text } from '../document.ts';

/**
 * Checks that the catalogue of errors and the operations agree in both directions. A code that an entry names for an
 * operation is declared and shown there with its status. A code that an operation declares or shows has an entry that
 * names the operation.
 */
export function checkCatalogue(document: JsonObject): Findings {
  const catalogue = new Map(entries(at(document, document, 'x-error-catalogue')));
  const operations = operationsOf(document);
  const problems = [
    ...[...catalogue].flatMap(([code, entry]) => [...unexplained(document, code, entry), ...unkept(document, operations, code, entry)]),
    ...operations.flatMap((operation) => unnamed(document, catalogue, operation)),
  ];
  return { checked: catalogue.size, problems };
}

type Operation = ReturnType<typeof operationsOf>[number];

const unexplained = (document: JsonObject, code: string, entry: unknown): readonly string[] =>
  ['cause', 'fix'].filter((sentence) => text(at(document, entry, sentence)) === '').map((sentence) => `${code} has no ${sentence}.`);

/** Returns claims of an entry that the named operations do not confirm. */
function unkept(document: JsonObject, operations: readonly Operation[], code: string, entry: unknown): readonly string[] {
  const status = String(at(document, entry, 'status'));
  return named(document, entry).flatMap((id) => {
    const operation = operations.find((candidate) => candidate.id === id)?.operation;
    const response = operation && codesOf(document, operation).find((candidate) => candidate.status === status);
    return [
      ...(response?.declared.includes(code) ? [] : [`${code} names ${id}, which does not declare it with status ${status}.`]),
      ...(response?.shown.includes(code) ? [] : [`${code} names ${id}, which shows no example of it.`]),
    ];
  });
}

/** Returns codes of an operation that no entry names for it. */
const unnamed = (document: JsonObject, catalogue: ReadonlyMap<string, unknown>, { id, operation }: Operation): readonly string[] =>
  codesOf(document, operation).flatMap(({ status, declared, shown }) => [
    ...(declared.length === 0 ? [`${id} ${status} declares no code.`] : []),
    ...[...new Set([...declared, ...shown])]
      .filter((code) => !named(document, catalogue.get(code)).includes(id))
      .map((code) => `${id} ${status} has ${code}, whose catalogue entry does not name it.`),
  ]);

/**
 * Returns the operations that an entry names. `all` stands for every operation. A code of no operation, such as
 * `not_found`, has none.
 */
function named(document: JsonObject, entry: unknown): readonly string[] {
  const list = at(document, entry, 'operations');
  return list === 'all' ? operationsOf(document).map(({ id }) => id) : items(list).map(text);
}
