import type { Context } from './context.ts';
import type { operations as CallbackOperations } from './contract/generated/callbacks.ts';
import type { operations as OperatorDocument } from './contract/generated/operator.ts';
import type { operations as PublicDocument } from './contract/generated/public.ts';
import type { ReplyOf, RequestOf } from './contract/operation-types.ts';

/**
 * The shape of a function behind an `operationId`. It takes the context, the caller, and a request that the document has already
 * found valid; it returns one of the replies that the document describes, or throws an `ApiError`.
 */
export type PublicOperation<K extends keyof PublicDocument> = (
  context: Context,
  caller: Caller,
  request: RequestOf<PublicDocument[K]>,
) => Promise<ReplyOf<PublicDocument[K]>>;

/** The operator is not a tenant, so the tenant stands in the path. */
export type OperatorOperation<K extends keyof OperatorDocument> = (
  context: Context,
  request: RequestOf<OperatorDocument[K]>,
  caller: OperatorCaller,
) => Promise<ReplyOf<OperatorDocument[K]>>;

/** A provider's callback is verified on its raw bytes, and for some providers on the address too, so the function takes those as well. */
export type CallbackOperation<K extends keyof CallbackOperations> = (
  context: Context,
  request: Omit<RequestOf<CallbackOperations[K]>, 'body' | 'rawBody'> & {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly rawBody: Uint8Array;
    /** The path and query as they came. */
    readonly url: string;
  },
) => Promise<ReplyOf<CallbackOperations[K]>>;

export type PublicOperations = { readonly [K in keyof PublicDocument]: PublicOperation<K> };
export type OperatorOperations = { readonly [K in keyof OperatorDocument]: OperatorOperation<K> };
export type CallbackOperationsTable = { readonly [K in keyof CallbackOperations]: CallbackOperation<K> };

/** The caller: an API key and the tenant it belongs to. It is kept in memory for a short while, so it is never written to. */
export interface Caller {
  readonly tenantId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly string[];
  readonly tenant: TenantSettings;
  /** True while the tenant is handed over to another cell, and once it lives there. */
  readonly isFrozen: boolean;
}

export interface OperatorCaller {
  /** Is the token that was sent, or that opened the session. */
  readonly token: string;
  /** Is the IP address, behind the name of an operator who has one: `dana@10.0.0.7`. */
  readonly address: string;
  /** True where a browser sent the request from a page that it has by HTTPS, from a proxy with TLS. */
  readonly isOverTls: boolean;
}

export interface TenantSettings {
  readonly publicApiEnabled: boolean;
  readonly billing: 'pay_as_you_go' | 'invoice';
  readonly limits: {
    readonly writesPerMinute: number;
    readonly readsPerMinute: number;
    readonly concurrentCalls: number;
    readonly callEventsPerMinute: number;
    readonly textEventsPerMinute: number;
  };
}
