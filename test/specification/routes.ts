import { publicContract } from '../../src/contract/documents.ts';

/** An operation of the public document, as far as a test that walks all of them needs it. */
export interface Route {
  readonly id: string;
  readonly method: string;
  /** With `{id}` in it where it names an object. */
  readonly path: string;
  readonly namesObject: boolean;
  readonly takesBody: boolean;
  /** Members of its body that name an object by id. The caller's own references are not ids of ours. */
  readonly idsInBody: readonly string[];
  /** As the document has it. */
  readonly scope: string | undefined;
}

const callersOwn = ['consentRecordId'];

/** Every operation that the document has, so that a test with a row for each fails when one is added. */
export function publicRoutes(): readonly Route[] {
  const contract = publicContract();
  return Object.entries(contract.document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).flatMap((key) => {
      const method = key.toUpperCase();
      const route = contract.route(method, `/api/v1/public${path.replace('{id}', 'x')}`);
      if (route.kind !== 'operation') return [];
      const { id, takesBody, scope, document } = route.operation;
      return [{ id, method, path, namesObject: path.includes('{id}'), takesBody, scope, idsInBody: idsIn(document.requestBody) }];
    }),
  );
}

/** The document is dereferenced by now, which its types cannot know. */
function idsIn(requestBody: unknown): string[] {
  const body = requestBody as { content?: Record<string, { schema?: { properties?: object } }> } | undefined;
  const members = Object.keys(body?.content?.['application/json']?.schema?.properties ?? {});
  return members.filter((name) => /[a-z]Id$/.test(name) && !callersOwn.includes(name));
}

export const atId = (route: Route, id: string): string => route.path.replace('{id}', encodeURIComponent(id));
