import { at, entries, type Findings, items, type JsonObject, operationsOf } from '../document.ts';

/** The scopes of the public API (`A-KEY-03`). */
const scopes = new Set<unknown>(['calls:place', 'calls:read', 'read', 'write', 'webhooks']);

/**
 * Checks that each operation of the public document asks for exactly one existing scope. The request pipeline reads the
 * scope from there.
 */
export function checkScopes(document: JsonObject): Findings {
  const operations = operationsOf(document);
  const problems = operations.flatMap(({ id, operation }) => {
    const requirements = items(at(document, operation, 'security')).flatMap(entries);
    const asked = requirements.flatMap(([scheme, list]) => (scheme === 'bearerAuth' ? items(list) : [`(of ${scheme})`]));
    if (requirements.length === 1 && asked.length === 1 && scopes.has(asked[0])) return [];
    return [`${id} must ask for exactly one known scope, and asks for ${asked.join(', ') || 'none'}.`];
  });
  return { checked: operations.length, problems };
}
