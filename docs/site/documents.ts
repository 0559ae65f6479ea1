import { readFileSync } from 'node:fs';
import { publication } from '../../src/contract/publication.ts';

/** Returns a bundled OpenAPI document with the fields that the pages read. */
export const openApi = (name: 'public' | 'operator' | 'callbacks' | 'simulator'): OpenApi => bundle(name);

export const asyncApi = (): AsyncApi => bundle('asyncapi');

/** Returns the introduction of a published document, with the address of the service in it. */
export function introduction(name: 'openapi' | 'asyncapi', address: string): string {
  const { info }: { info: { description: string } } = JSON.parse(publication(address)[name].json().text);
  return info.description;
}

const bundle = (name: string) => JSON.parse(readFileSync(new URL(`../../src/contract/generated/${name}.json`, import.meta.url), 'utf8'));

export interface OpenApi {
  /** Holds operations by path, then by method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-error-catalogue': Readonly<Record<string, CatalogueEntry>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

export interface CatalogueEntry {
  readonly status: number;
  readonly cause: string;
  readonly fix: string;
  readonly retryable: string;
  readonly operations: 'all' | readonly string[];
}

export interface AsyncApi {
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-delivery': {
    readonly attempts: number;
    readonly retryDelaysSeconds: readonly number[];
    readonly buckets: readonly { readonly events: readonly string[]; readonly perMinute: number }[];
  };
}

export interface Message {
  readonly name: string;
  readonly description: string;
  readonly payload?: Schema;
  readonly examples?: readonly { readonly summary: string; readonly headers: object; readonly payload: unknown }[];
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}
