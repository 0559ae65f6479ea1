import type { Problem } from '../errors.ts';
import type { ContractOperation } from './compile.ts';
import { isObject } from './json.ts';

/**
 * Puts the key of an `Idempotency-Key` header into the body's property, so that both are one key. The value may be in quotation marks, as
 * in the IETF's draft. A body that names another key is a problem. Without the header, or where the operation takes no key, the body stays
 * as it is.
 */
export function withKeyOfHeader(
  { idempotencyField: field }: Pick<ContractOperation, 'idempotencyField'>,
  header: string | string[] | undefined,
  body: unknown,
): { readonly body: unknown; readonly problems: readonly Problem[] } {
  if (field === undefined || typeof header !== 'string' || !isObject(body)) return { body, problems: none };
  const key = /^".*"$/.test(header) ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header;
  if (!(field in body)) return { body: { ...body, [field]: key }, problems: none };
  return {
    body,
    problems: body[field] === key ? none : [{ path: '/header/idempotency-key', message: `differs from ${field} in the body` }],
  };
}

const none: readonly Problem[] = [];
