import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';
import { type Contract, compileContract } from './compile.ts';

/**
 * The bundled documents that `npm run generate` made from `openapi/` and `asyncapi/`. Each is read and compiled when it
 * is first used.
 */
export const publicContract: () => Contract = once(() => compileContract(openApi('public')));
export const operatorContract: () => Contract = once(() => compileContract(openApi('operator')));
export const callbacksContract: () => Contract = once(() => compileContract(openApi('callbacks')));

export const asyncApiDocument: () => AsyncApiDocument = once(() => JSON.parse(readBundle('asyncapi')));

/** The parts of the AsyncAPI document that are read here: the bundle keeps every message and schema among its components. */
export interface AsyncApiDocument {
  readonly info: { readonly description?: string };
  readonly 'x-signature': { readonly vectors: readonly SignatureVector[] };
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncApiMessage>>;
    readonly schemas: Readonly<Record<string, AsyncApiSchema>>;
  };
}

/** A test vector for implementations of the signature; `npm run contract` recomputes them all. */
export interface SignatureVector {
  readonly summary: string;
  readonly secret: string;
  readonly timestamp: string;
  readonly body: string;
  readonly bodyBase64: string;
  readonly header: string;
  readonly deliveryId: string;
  /** Is the secret in the form that the libraries of Standard Webhooks take. */
  readonly standardSecret: string;
  readonly standardHeader: string;
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

const openApi = (name: string): Document => JSON.parse(readBundle(name));

const readBundle = (name: string): string => readFileSync(new URL(`./generated/${name}.json`, import.meta.url), 'utf8');

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
