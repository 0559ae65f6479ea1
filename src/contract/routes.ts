import type { Operation } from 'openapi-backend';

/** What the templated segments of a path hold. */
export type Params = Readonly<Record<string, string>>;

/** A path of a document, with all of its methods. A path is matched exactly: with a slash at its end it is another one. */
export interface PathRoute {
  readonly pattern: RegExp;
  /** By method, in capitals. */
  readonly methods: ReadonlyMap<string, Operation>;
}

/** The paths of a document under its base path, literal ones before templates, so that the first that matches is the right one. */
export function pathRoutes(operations: readonly Operation[], basePath: string): readonly PathRoute[] {
  const paths = new Map<string, Map<string, Operation>>();
  for (const operation of operations.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))) {
    const methods = paths.get(operation.path) ?? new Map<string, Operation>();
    paths.set(operation.path, methods.set(operation.method.toUpperCase(), operation));
  }
  return [...paths].map(([path, methods]) => ({ pattern: patternOf(`${basePath === '/' ? '' : basePath}${path}`), methods }));
}

/** A named group for each `{parameter}`, which takes all but a slash. */
function patternOf(template: string): RegExp {
  const literals = template.split(/\{([^}]+)\}/);
  const parts = literals.map((text, n) => (n % 2 === 1 ? `(?<${text}>[^/]+)` : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
}

/**
 * Ids have no pattern in the document: whatever is no id is the 404 of its noun. So is what cannot be decoded, which stays
 * as it came, because no id holds a percent sign. So is U+0000, which PostgreSQL would refuse with an error: it becomes a
 * character that no id has.
 */
export function paramsOf(groups: Params | undefined): Params {
  const params: Record<string, string> = {};
  for (const name in groups) params[name] = decode(groups[name] ?? '');
  return params;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text).replaceAll('\0', '\ufffd');
  } catch {
    return text;
  }
}
