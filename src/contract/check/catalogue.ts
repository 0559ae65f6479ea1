import { at, codesOf, entries, type Findings, items, type JsonObject, operationsOf, text } from './document.ts';

/**
 * The catalogue of errors and the operations agree, both ways: what an entry names is declared and shown there, with its
 * status, and what an operation declares or shows is an entry that names it.
 */
export function checkCatalogue(document: JsonObject): Findings {
  const catalogue = new Map(entries(at(document, document, 'x-error-catalogue')));
  const operations = operationsOf(document);
  const problems: string[] = [];
  for (const [code, entry] of catalogue) {
    for (const sentence of ['cause', 'fix']) if (text(at(document, entry, sentence)) === '') problems.push(`${code} has no ${sentence}.`);
    for (const id of named(document, entry)) {
      const operation = operations.find((candidate) => candidate.id === id)?.operation;
      const response = operation && codesOf(document, operation).find(({ status }) => status === String(at(document, entry, 'status')));
      if (!response?.declared.includes(code))
        problems.push(`${code} names ${id}, which does not declare it with status ${String(at(document, entry, 'status'))}.`);
      if (!response?.shown.includes(code)) problems.push(`${code} names ${id}, which shows no example of it.`);
    }
  }
  for (const { id, operation } of operations) {
    for (const { status, declared, shown } of codesOf(document, operation)) {
      if (declared.length === 0) problems.push(`${id} ${status} declares no code.`);
      for (const code of new Set([...declared, ...shown])) {
        if (!named(document, catalogue.get(code)).includes(id))
          problems.push(`${id} ${status} has ${code}, whose catalogue entry does not name it.`);
      }
    }
  }
  return { checked: catalogue.size, problems };
}

/** The operations that an entry names. `all` is short for every one; a code of no operation, such as `not_found`, has none. */
function named(document: JsonObject, entry: unknown): readonly string[] {
  const list = at(document, entry, 'operations');
  return list === 'all' ? operationsOf(document).map(({ id }) => id) : items(list).map(text);
}
