import { publicContract } from '../../src/contract/documents.ts';
import type { ReadyTenant } from '../support/ringpost.ts';

/** An operation of the public document, as far as a test that walks all of them needs it. */
export interface Route {
  readonly id: string;
  readonly method: string;
  /** With `{id}` or the like in it where it names an object. */
  readonly path: string;
  /** The first segment of its path, such as `webhook-deliveries`. */
  readonly noun: string;
  readonly namesObject: boolean;
  readonly takesBody: boolean;
  /** The document's examples of its body, without the `idempotencyKey`. */
  readonly bodies: readonly Body[];
  /** Members of its body that name an object by id. The caller's own references are not ids of ours. */
  readonly idsInBody: readonly string[];
  /** Whether its success holds a list. */
  readonly lists: boolean;
  /** As the document has it. */
  readonly scope: string | undefined;
}

type Body = Readonly<Record<string, unknown>>;

const callersOwn = ['consentRecordId'];

/** Returns every operation that the document has, so that a test that walks them covers a new one by itself. */
export function publicRoutes(): readonly Route[] {
  const contract = publicContract();
  return Object.entries(contract.document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).flatMap((key) => {
      const method = key.toUpperCase();
      const route = contract.route(method, `/api/v1/public${withId(path, 'x')}`);
      if (route.kind !== 'operation') return [];
      const { id, takesBody, scope, document } = route.operation;
      const asked = jsonOf(document.requestBody);
      const success = Object.entries(document.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
      return [
        {
          id,
          method,
          path,
          noun: path.split('/')[1] ?? '',
          namesObject: path.includes('{'),
          takesBody,
          bodies: Object.values(asked.examples ?? {}).map(({ value: { idempotencyKey: _, ...body } }) => body),
          idsInBody: Object.keys(asked.schema?.properties ?? {}).filter((name) => /[a-z]Id$/.test(name) && !callersOwn.includes(name)),
          lists: Object.values(jsonOf(success).schema?.properties ?? {}).some(({ type }) => type === 'array'),
          scope,
        },
      ];
    }),
  );
}

interface Json {
  readonly schema?: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  readonly examples?: Readonly<Record<string, { readonly value: Body }>>;
}

/** The document is dereferenced by now, which its types cannot know. */
const jsonOf = (part: unknown): Json => (part as { content?: Record<string, Json> } | undefined)?.content?.['application/json'] ?? {};

export const withId = (path: string, id: string): string => path.replace(/\{[^}]+\}/, encodeURIComponent(id));

export const atId = (route: Route, id: string): string => withId(route.path, id);

/** The ids that bodies may name: the noun of the object, and a tenant's own. */
export const idMembers: Readonly<Record<string, { readonly noun: string; ownOf(tenant: ReadyTenant): string }>> = {
  agentId: { noun: 'agents', ownOf: ({ agentId }) => agentId },
  fromPhoneNumberId: { noun: 'numbers', ownOf: ({ phoneNumberId }) => phoneNumberId },
  webhookEndpointId: { noun: 'webhooks', ownOf: ({ endpointId }) => endpointId },
};

/** Returns the examples of an operation's body with the tenant's own ids. */
export const bodiesFor = (route: Route, tenant: ReadyTenant): readonly Body[] =>
  route.bodies.map((body) =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, idMembers[name]?.ownOf(tenant) ?? value])),
  );
