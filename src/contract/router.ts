import { type Document, OpenAPIRouter, type Operation, type ParsedRequest, type Request } from 'openapi-backend';

/**
 * Routes as openapi-backend's router does, but lists the operations and compiles a pattern per path once instead of for
 * every request. A literal path costs a Map look-up, a templated one at most a few patterns. Literal paths win over
 * templates. A path must match exactly, so a slash at its end makes another path.
 */
export class TunedRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId = new Map<string, Operation>();
  readonly #literals = new Map<string, Methods>();
  /** Groups templates by number of slashes, because a parameter never holds one. */
  readonly #templates = new Map<number, Template[]>();

  constructor(options: { definition: Document; apiRoot: string }) {
    super({ ...options, ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    for (const operation of this.#operations) this.#learn(operation);
  }

  /** Returns the operation of a request, or says that its path takes other methods, or that no path matches. */
  route(method: string, path: string): Route {
    const literal = this.#literals.get(path);
    const found = literal ? { methods: literal, values: noValues } : this.#template(path);
    if (!found) return unknownPath;
    const operation = found.methods.get(method);
    if (operation) return { kind: 'operation', operation, ...found.values };
    return { kind: 'wrong_method', allowed: [...found.methods.keys()] };
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation(request: Request, strict = false): Operation | undefined {
    const route = this.route(request.method.toUpperCase(), request.path.split('?', 1)[0] ?? '');
    if (route.kind === 'operation') return route.operation;
    if (!strict) return undefined;
    throw new Error(
      route.kind === 'unknown_path'
        ? '404-notFound: no route matches request'
        : '405-methodNotAllowed: this method is not registered for the route',
    );
  }

  /** Returns the request unchanged, since the pipeline has parsed it already. */
  override parseRequest(request: Request): ParsedRequest {
    return { ...request, params: request.params ?? {}, query: request.query ?? {}, cookies: {}, requestBody: request.body };
  }

  #learn(operation: Operation): void {
    if (!operation.operationId) throw new Error(`${operation.method} ${operation.path} has no operationId.`);
    this.#byId.set(operation.operationId, operation);
    const path = `${this.apiRoot === '/' ? '' : this.apiRoot}${operation.path}`;
    this.#methodsOf(path).set(operation.method.toUpperCase(), operation);
  }

  #methodsOf(path: string): Methods {
    if (!path.includes('{')) return getOrMake(this.#literals, path, () => new Map());
    const templates = getOrMake(this.#templates, slashes(path), () => []);
    const known = templates.find((template) => template.path === path);
    if (known) return known.methods;
    const template = compileTemplate(path);
    templates.push(template);
    return template.methods;
  }

  #template(path: string): { methods: Methods; values: Values } | undefined {
    for (const template of this.#templates.get(slashes(path)) ?? []) {
      const match = template.pattern.exec(path);
      if (match) return { methods: template.methods, values: valuesOf(template.names, match) };
    }
    return undefined;
  }
}

export type Params = Readonly<Record<string, string>>;

/** The values of a path's templated segments. */
interface Values {
  readonly params: Params;
}

export type Route =
  | ({ readonly kind: 'operation'; readonly operation: Operation } & Values)
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown_path' };

type Methods = Map<string, Operation>;

interface Template {
  readonly path: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Methods;
}

const unknownPath: Route = { kind: 'unknown_path' };
const noValues: Values = { params: {} };

function compileTemplate(path: string): Template {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { path, names, pattern: new RegExp(`^${literals.join('([^/]+)')}$`), methods: new Map() };
}

function valuesOf(names: readonly string[], match: RegExpExecArray): Values {
  const params: Record<string, string> = {};
  names.forEach((name, i) => {
    params[name] = decode(match[i + 1] ?? '');
  });
  return { params };
}

/**
 * Decodes a segment. Ids have no pattern in the document: text that is no id leads to the 404 of its noun. Text that
 * cannot be decoded is kept, since no id holds a percent sign. U+0000, which PostgreSQL would refuse with an error,
 * becomes a character that no id has.
 */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text).replaceAll('\0', '\ufffd');
  } catch {
    return text;
  }
}

function slashes(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count++;
  return count;
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
