import { documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';

/** A rule returns the fault of one response, or null. */
export interface ResponseRule {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  /** Is `warn` for good advice that the document does not demand. */
  readonly kind: 'fail' | 'warn';
  wrong(exchange: Exchange, memory: Memory): string | null;
}

/** Holds facts from earlier responses, for rules that compare several. */
export interface Memory {
  /** Holds whole signing secrets as they were shown when they were made. */
  readonly secrets: Set<string>;
  /** Holds the names that the service gave to requests. */
  readonly requestIds: Set<string>;
}

/** Returns the document's response for an exchange, or undefined if it has none. */
export function documentedResponse({ request, response }: Exchange): DocumentedResponse | undefined {
  const { openapi, operation } = documents();
  const responses = request.operationId === null ? openapi['x-unmatched-requests'] : operation(request.operationId).responses;
  return (responses as Readonly<Record<string, DocumentedResponse>> | undefined)?.[String(response.status)];
}

/** The part of a documented response that the rules read, with references resolved. */
export interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface DocumentedHeader {
  readonly required?: boolean;
  readonly schema?: { readonly type?: string; readonly const?: unknown; readonly minimum?: number };
}
