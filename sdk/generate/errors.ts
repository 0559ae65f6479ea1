import { generatedNote, type OpenApiDocument } from './document.ts';

/** Returns the documented codes, each with its status. */
export function errorCodes(document: OpenApiDocument): string {
  const statuses = Object.fromEntries(Object.entries(document['x-error-catalogue']).map(([code, { status }]) => [code, status]));
  return `${generatedNote}\n\nexport const errorStatuses = ${JSON.stringify(statuses, null, 2)} as const;\n`;
}
