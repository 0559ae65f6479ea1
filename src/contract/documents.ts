import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';
import { stringify } from 'yaml';
import { type Contract, compileContract } from './compile.ts';

/**
 * The bundled documents that `npm run generate` made of `openapi/` and `asyncapi/`, each read, compiled and printed
 * once, when it is first asked for.
 */
export const publicContract: () => Contract = once(() => compileContract(openApi('public')));
export const operatorContract: () => Contract = once(() => compileContract(openApi('operator')));
export const callbacksContract: () => Contract = once(() => compileContract(openApi('callbacks')));

export const asyncApiDocument: () => AsyncApiDocument = once(() => JSON.parse(readBundle('asyncapi')));

/** A document as it is published: its bytes and a tag that changes with them. */
export interface PublishedDocument {
  readonly json: PublishedText;
  readonly yaml: PublishedText;
}

export interface PublishedText {
  readonly text: string;
  readonly etag: string;
}

export const publishedOpenApi: () => PublishedDocument = once(() => publish('public'));
export const publishedAsyncApi: () => PublishedDocument = once(() => publish('asyncapi'));

/** As much of the AsyncAPI document as we look into: the bundle keeps every message and schema among its components. */
export interface AsyncApiDocument {
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncApiMessage>>;
    readonly schemas: Readonly<Record<string, AsyncApiSchema>>;
  };
}

export interface AsyncApiSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, AsyncApiSchema>>;
  readonly oneOf?: readonly AsyncApiSchema[];
}

export interface AsyncApiMessage {
  readonly name?: string;
  readonly payload?: object;
  readonly examples?: readonly { readonly name?: string; readonly payload?: unknown }[];
}

function publish(name: string): PublishedDocument {
  const json = readBundle(name);
  return { json: tagged(json), yaml: tagged(stringify(JSON.parse(json), { aliasDuplicateObjects: false, lineWidth: 0 })) };
}

const tagged = (text: string): PublishedText => ({ text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` });

const openApi = (name: string): Document => JSON.parse(readBundle(name));

const readBundle = (name: string): string => readFileSync(new URL(`./generated/${name}.json`, import.meta.url), 'utf8');

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
