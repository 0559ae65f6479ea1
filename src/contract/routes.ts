/** What the templated segments of a path hold. */
export type Params = Readonly<Record<string, string>>;

/** A path of a document, with all of its methods. A path is matched exactly: with a slash at its end it is another one. */
export interface PathRoute<Operation> {
  readonly pattern: RegExp;
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** The paths of operations, literal ones before templates, so that the first that matches is the right one. */
export function pathRoutes<Operation extends { readonly method: string; readonly template: string }>(
  operations: readonly Operation[],
): readonly PathRoute<Operation>[] {
  const paths = new Map<string, Map<string, Operation>>();
  for (const operation of operations.toSorted((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')))) {
    const ofPath = paths.get(operation.template) ?? new Map<string, Operation>();
    paths.set(operation.template, ofPath.set(operation.method, operation));
  }
  return [...paths].map(([template, ofPath]) => ({ pattern: patternOf(template), operations: ofPath }));
}

/** A named group for each `{parameter}`, which takes all but a slash. */
function patternOf(template: string): RegExp {
  const literals = template.split(/\{([^}]+)\}/);
  const parts = literals.map((text, n) => (n % 2 === 1 ? `(?<${text}>[^/]+)` : literal(text)));
  return new RegExp(`^${parts.join('')}$`);
}

/** Returns a text for a regular expression that is to find it as it stands. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Ids have no pattern in the document: whatever is no id is the 404 of its noun. So is what cannot be decoded, which stays
 * as it came, because no id holds a percent sign.
 */
export function decodedParams(groups: Params | undefined): Params {
  const params: Record<string, string> = {};
  for (const name in groups) params[name] = withoutNul(decoded(groups[name] ?? ''));
  return params;
}

/** PostgreSQL refuses U+0000 with an error, so it becomes a character that no id has. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Returns a path or a part of it without percent-encoding, or as it is where that cannot be decoded. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
