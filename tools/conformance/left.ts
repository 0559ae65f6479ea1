import { isObject } from '../contract/document.ts';
import type { Api } from './api.ts';
import { type Exchange, keyIn } from './exchange.ts';
import { isSameJson } from './expect.ts';
import { type Fields, objectsOf } from './model/account.ts';

/**
 * What a check has made and left: endpoints, and in a tenant that was given also calls that go on and extraction schemas
 * that are not those that were there. Each goes back with a key that could make it.
 */
export class Left {
  readonly #nobody: Api;
  readonly #isGiven: boolean;
  /** Hold by its id the key with which a thing was made. */
  readonly #endpoints = new Map<string, string>();
  readonly #calls = new Map<string, string>();
  /** Hold by agent the schema that was there before the check, and the one that was set, with the key that set it. */
  readonly #schemas = new Map<string, unknown>();
  readonly #schemasSet = new Map<string, { readonly schema: unknown; readonly key: string }>();

  /** `isGiven` is true for a tenant that the run has not made, and so does not delete. */
  constructor(nobody: Api, { isGiven }: { readonly isGiven: boolean }) {
    this.#nobody = nobody;
    this.#isGiven = isGiven;
  }

  note({ request, response }: Exchange): void {
    const { operationId, path } = request;
    const key = keyIn(request.headers['authorization']);
    if (operationId === null || key === undefined || response.status >= 300) return;
    this.#noted[operationId]?.(isObject(response.json) ? response.json : {}, { key, segments: path.split('/') });
  }

  readonly #noted: Readonly<Record<string, (body: Fields, of: { readonly key: string; readonly segments: readonly string[] }) => void>> = {
    createWebhookEndpoint: ({ endpoint }, { key }) => {
      if (isObject(endpoint)) this.#endpoints.set(String(endpoint['id']), key);
    },
    deleteWebhookEndpoint: (_, { segments }) => void this.#endpoints.delete(segments.at(-1) ?? ''),
    placeCall: ({ call }, { key }) => {
      if (isObject(call)) this.#calls.set(String(call['id']), key);
    },
    endCall: (_, { segments }) => void this.#calls.delete(segments.at(-2) ?? ''),
    readCall: ({ call }) => {
      if (isObject(call) && call['endedAt'] !== null) this.#calls.delete(String(call['id']));
    },
    listAgents: ({ agents }) => {
      for (const agent of objectsOf(agents)) this.#agentSeen(agent);
    },
    readAgent: (agent) => this.#agentSeen(agent),
    setExtractionSchema: ({ id, extractionSchema }, { key }) => void this.#schemasSet.set(String(id), { schema: extractionSchema, key }),
  };

  #agentSeen({ id, extractionSchema }: Fields): void {
    if (!this.#schemas.has(String(id))) this.#schemas.set(String(id), extractionSchema);
  }

  /** Puts everything back. What the service refuses to take back stays. */
  async remove({ unpaced }: { readonly unpaced: boolean }): Promise<void> {
    const ask = (key: string, operationId: string, id: string, body?: object): Promise<void> =>
      this.#nobody.with(key).tidy(operationId, { path: { id }, unpaced, ...(body && { body }) });
    const asked = [...this.#endpoints].map(([id, key]) => ask(key, 'deleteWebhookEndpoint', id));
    if (this.#isGiven) {
      for (const [id, key] of this.#calls) asked.push(ask(key, 'endCall', id));
      for (const [id, { schema, key }] of this.#schemasSet) {
        const before = this.#schemas.get(id);
        if (before !== undefined && !isSameJson(schema, before)) asked.push(ask(key, 'setExtractionSchema', id, { schema: before }));
      }
    }
    await Promise.allSettled(asked);
  }
}
