import { documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';

/** A rule says what is wrong with one response, or null. */
export interface ResponseRule {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  /** `warn`: good advice that the document does not ask for. */
  readonly kind: 'fail' | 'warn';
  wrong(exchange: Exchange, memory: Memory): string | null;
}

/** What earlier responses told, for rules that look at more than one. */
export interface Memory {
  /** Whole signing secrets, as they were shown when they were made. */
  readonly secrets: Set<string>;
}

/** The response that the document has for an exchange; undefined where it has none. */
export function documentedResponse({ request, response }: Exchange): DocumentedResponse | undefined {
  const { openapi, operation } = documents();
  const responses = request.operationId === null ? openapi['x-unmatched-requests'] : operation(request.operationId).responses;
  return (responses as Readonly<Record<string, DocumentedResponse>> | undefined)?.[String(response.status)];
}

/** A response without references, as much of it as the rules look at. */
export interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface DocumentedHeader {
  readonly required?: boolean;
  readonly schema?: { readonly type?: string; readonly const?: unknown; readonly minimum?: number };
}
