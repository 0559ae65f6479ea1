import { generatedNote, type OpenApiDocument, operationsOf, type PlacedOperation, resolved } from './document.ts';

/** Returns the facts about each operation that the client needs at run time. Its types come directly from the document. */
export function operations(document: OpenApiDocument): string {
  const table = Object.fromEntries(operationsOf(document).map((placed) => [placed.operation.operationId, row(placed, document)]));
  const final = document.components.schemas.CallStatus['x-states'].final;
  return [
    generatedNote,
    `export const operationTable = ${JSON.stringify(table, null, 2)} as const;`,
    `export const finalCallStatuses = ${JSON.stringify(final)} as const;\n`,
  ].join('\n\n');
}

function row({ method, path, operation }: PlacedOperation, document: OpenApiDocument): object {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, document.components.parameters));
  const named = (place: string): readonly string[] => parameters.filter((one) => one.in === place).map((one) => one.name);
  return {
    method,
    path,
    pathParameters: named('path'),
    queryParameters: named('query'),
    takesBody: operation.requestBody !== undefined,
    budget: operation['x-rate-limit'].budget,
    idempotencyField: operation['x-idempotency'].field ?? null,
    retry: operation['x-retry'],
  };
}
