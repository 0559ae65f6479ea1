import { at, entries, items, type JsonObject, operationsOf, text } from './document.ts';

/**
 * Returns what programs need of the public document at run time: the facts about each operation, the types of events, the final
 * statuses of a call, and the status of each error code. It stands beside the types that are made from the same document.
 */
export function operationTable(document: JsonObject): string {
  const operations = operationsOf(document).map(({ id, method, path, operation }) => {
    const parameters = items(operation['parameters']);
    const named = (place: string): readonly string[] =>
      parameters.filter((each) => at(document, each, 'in') === place).map((each) => text(at(document, each, 'name')));
    return [
      id,
      {
        method: method.toUpperCase(),
        path,
        pathParameters: named('path'),
        queryParameters: named('query'),
        takesBody: operation['requestBody'] !== undefined,
        givesBody: at(document, operation, 'responses', '204') === undefined,
        budget: at(document, operation, 'x-rate-limit', 'budget'),
        idempotencyField: at(document, operation, 'x-idempotency', 'field') ?? null,
        retry: operation['x-retry'],
      },
    ] as const;
  });
  const statuses = entries(document['x-error-catalogue']).map(([code, entry]) => [code, at(document, entry, 'status')] as const);
  const constants = {
    eventTypes: Object.keys(document['webhooks'] ?? {}),
    operationTable: Object.fromEntries(operations),
    finalCallStatuses: at(document, document, 'components', 'schemas', 'CallStatus', 'x-states', 'final'),
    errorStatuses: Object.fromEntries(statuses),
  };
  return Object.entries(constants)
    .map(([name, value]) => `\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`)
    .join('');
}
