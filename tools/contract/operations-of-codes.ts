import { codesOf, entries, isObject, type JsonObject, operationsOf } from './document.ts';

/**
 * Fills `operations` of each entry of a document's error catalogue: the operations that document the code, or `all` where every one does.
 * A code that no operation documents, such as `not_found`, has an empty list.
 */
export function withOperationsOfCodes(document: JsonObject): JsonObject {
  const operations = operationsOf(document).map(({ id, operation }) => ({
    id,
    codes: codesOf(document, operation).flatMap(({ declared }) => declared),
  }));
  const naming = (code: string): 'all' | readonly string[] => {
    const ids = operations.filter(({ codes }) => codes.includes(code)).map(({ id }) => id);
    return ids.length === operations.length ? 'all' : ids;
  };
  const filled = entries(document['x-error-catalogue']).map(([code, entry]) => {
    const { status, ...rest } = isObject(entry) ? entry : {};
    return [code, { status, operations: naming(code), ...rest }] as const;
  });
  return filled.length > 0 ? { ...document, 'x-error-catalogue': Object.fromEntries(filled) } : document;
}
