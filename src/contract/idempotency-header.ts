import type { Problem } from '../errors.ts';
import type { ContractOperation, RequestParts } from './compile.ts';
import { isObject } from './json.ts';

/**
 * Puts the key of an `Idempotency-Key` header into the body's property, so that both are one key. The value may be in quotation marks, as
 * in the IETF's draft. A body that names another key is a problem. Without the header, or where the operation takes no key, the body stays
 * as it is.
 *
 * The document is asked about the returned headers, which have the key without its quotation marks, and about the body as it came. So what
 * is wrong with a key is said of the place where the caller has put it.
 */
export function withKeyOfHeader(
  { idempotencyField: field }: Pick<ContractOperation, 'idempotencyField'>,
  headers: RequestParts['headers'],
  body: unknown,
): { readonly body: unknown; readonly headers: RequestParts['headers']; readonly problems: readonly Problem[] } {
  const header = headers[headerName];
  if (field === undefined || typeof header !== 'string' || !isObject(body)) return { body, headers, problems: none };
  const key = /^".*"$/.test(header) ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header;
  const isInBody = field in body;
  return {
    body: isInBody ? body : { ...body, [field]: key },
    headers: { ...headers, [headerName]: key },
    problems: !isInBody || body[field] === key ? none : [{ path: `/header/${headerName}`, message: `differs from ${field} in the body` }],
  };
}

const headerName = 'idempotency-key';
const none: readonly Problem[] = [];
