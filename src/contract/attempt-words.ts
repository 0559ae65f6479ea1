import type { components } from './generated/public.ts';

/** The kinds of failure without an answer (`errorClass`), in the words of a delivery's `errorMessage`. A kind with several causes has the words that hold for all. */
export const failureWords = {
  timeout: 'timeout',
  blocked: 'blocked address',
  dns: 'the host name does not resolve',
  connect: 'no connection',
  tls: 'TLS: the handshake failed',
  reset: 'the receiver closed the connection',
  protocol: 'the request failed',
} as const;

type Attempt = Pick<components['schemas']['DeliveryAttempt'], 'n' | 'status' | 'errorClass'>;
type OfDelivery = Pick<components['schemas']['WebhookDeliveryFields'], 'attempts' | 'errorMessage'>;

/** Says what an attempt came to. The delivery has the exact words of its last attempt; those before it have only their kind. */
export function attemptWords({ n, status, errorClass }: Attempt, { attempts, errorMessage }: OfDelivery): string {
  if (status !== null) return `HTTP ${status}`;
  if (n === attempts && errorMessage !== null) return errorMessage;
  return (errorClass !== null && wordsOf(errorClass)) || 'no answer';
}

/** A kind that is not known here is shown as it is. */
const wordsOf = (errorClass: string): string =>
  Object.hasOwn(failureWords, errorClass) ? failureWords[errorClass as keyof typeof failureWords] : errorClass;
