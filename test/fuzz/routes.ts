import { basePathOf, type Contract, type ContractOperation } from '../../src/contract/compile.ts';
import { callbacksContract, operatorContract, publicContract } from '../../src/contract/documents.ts';

/** An operation of one of the three documents that this service serves, as far as a request for it is made. */
export interface FuzzedRoute {
  readonly api: ApiName;
  readonly id: string;
  readonly method: string;
  /** What all paths of its document begin with; empty for callbacks. */
  readonly base: string;
  /** From the root, with its `{parameters}`. */
  readonly path: string;
  readonly queryNames: readonly string[];
  readonly takesBody: boolean;
  /** Of the body, JSON or a form; dereferenced. */
  readonly bodySchema: Readonly<Record<string, unknown>> | undefined;
  readonly examples: readonly unknown[];
}

export type ApiName = 'public' | 'operator' | 'callbacks';

export const contracts: Readonly<Record<ApiName, Contract>> = {
  public: publicContract(),
  operator: operatorContract(),
  callbacks: callbacksContract(),
};

export const fuzzedRoutes = (): readonly FuzzedRoute[] => (['public', 'operator', 'callbacks'] as const).flatMap(routesOf);

function routesOf(api: ApiName): FuzzedRoute[] {
  const contract = contracts[api];
  const base = basePathOf(contract.document).replace(/\/$/, '');
  return Object.entries(contract.document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).flatMap((key) => {
      const method = key.toUpperCase();
      const route = contract.route(method, base + path.replace(/\{\w+\}/g, 'x'));
      return route.kind === 'operation' ? [{ ...described(api, route.operation), base, method, path: base + path }] : [];
    }),
  );
}

function described(api: ApiName, { id, takesBody, document }: ContractOperation): Omit<FuzzedRoute, 'base' | 'method' | 'path'> {
  const [content] = Object.values(contentOf(document.requestBody));
  return {
    api,
    id,
    takesBody,
    queryNames: (document.parameters ?? []).flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter.name] : [])),
    bodySchema: content?.schema,
    examples: Object.values(content?.examples ?? {}).map(({ value }) => value),
  };
}

interface BodyContent {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** The document is dereferenced by now, which its types cannot know. */
const contentOf = (requestBody: unknown): Readonly<Record<string, BodyContent>> =>
  (requestBody as { content?: Record<string, BodyContent> } | undefined)?.content ?? {};
