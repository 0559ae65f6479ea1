import { failureWords } from '../contract/attempt-words.ts';
import { BlockedAddress } from '../network/address-guard.ts';

/** Tells why an attempt got no answer: a class for metrics and the log, and a few plain words for the tenant's `errorMessage`. */
export interface Failure {
  readonly class: FailureClass;
  readonly message: string;
  /** The rule of the address guard that blocked it. The address itself is never told. */
  readonly blocked?: BlockedAddress['reason'];
}

export type FailureClass = keyof typeof failureWords;

export function failureOf(error: unknown): Failure {
  // Node tries the addresses in turn and reports all failures at once. The first one is taken for all of them.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0]);
  if (error instanceof BlockedAddress) return { class: 'blocked', message: failureWords.blocked, blocked: error.reason };
  const code = codeOf(error);
  const known = byCode[code];
  if (known) return known;
  if (isTls(code)) return { class: 'tls', message: code in tlsMessages ? `TLS: ${tlsMessages[code]}` : failureWords.tls };
  return { class: 'protocol', message: failureWords.protocol };
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

const unresolved: Failure = { class: 'dns', message: failureWords.dns };
const unreachable: Failure = { class: 'connect', message: 'the host cannot be reached' };
const closed: Failure = { class: 'reset', message: failureWords.reset };
const slowToConnect: Failure = { class: 'timeout', message: 'timeout while connecting' };

const byCode: Readonly<Record<string, Failure>> = {
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EAI_FAIL: unresolved,
  ENODATA: unresolved,
  ECONNREFUSED: { class: 'connect', message: 'connection refused' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: slowToConnect,
  UND_ERR_CONNECT_TIMEOUT: slowToConnect,
  ECONNRESET: closed,
  EPIPE: closed,
  HTTP_ANSWER_MALFORMED: { class: 'protocol', message: 'the answer was not valid HTTP' },
  HTTP_ANSWER_TOO_LARGE: { class: 'protocol', message: 'the response headers are too large' },
};

const isTls = (code: string): boolean =>
  code in tlsMessages || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code === 'EPROTO';

const tlsMessages: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  CERT_REVOKED: 'certificate has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in the chain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate chain is incomplete',
  CERT_UNTRUSTED: 'certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host',
};
