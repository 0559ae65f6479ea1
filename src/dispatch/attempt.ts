import type { Dispatcher as Undici } from 'undici';
import { deliveryTimeoutMs, keptReceiverBodyBytes, maxReceiverBodyBytes } from '../process/limits.ts';
import type { Deadlines } from './deadlines.ts';
import type { DeliveryAgent, DeliveryRequest } from './delivery-agent.ts';
import type { Target } from './endpoint-cache.ts';
import { type Failure, failureOf } from './failure.ts';
import { sign, signStandard } from './signature.ts';

/**
 * Makes one attempt: signs the body, sends it and reads the answer. It returns the outcome and never throws, because a
 * receiver that refuses, hangs or lies is to be expected. One deadline bounds all of it, from DNS to the last byte. The
 * status line decides the outcome; the rest of the answer is read for the record alone.
 */
export const attempt = (agent: Sender, deadlines: Deadlines, target: Target, message: Message): Promise<Outcome> =>
  new Promise((fulfil) => beginAttempt(agent, deadlines, target, message, fulfil));

/** Does the same as `attempt` without a promise, which would be expensive at thousands of attempts a second. Calls `report` once. */
export function beginAttempt(
  agent: Sender,
  deadlines: Deadlines,
  target: Target,
  message: Message,
  report: (outcome: Outcome) => void,
): void {
  const started = performance.now();
  const handler = new AnswerReader((answer) => {
    endDeadline();
    report(outcomeOf(answer, handler.course(started, request.isReused), Math.round(performance.now() - started)));
  });
  const endDeadline = deadlines.begin(() => handler.expire());
  const { origin, path, method } = target;
  const request: DeliveryRequest = { origin, path, method, headers: headersFor(target, message), body: message.body };
  try {
    agent.dispatch(request, handler);
  } catch (error) {
    handler.fail(error);
  }
}

type Sender = Pick<DeliveryAgent, 'dispatch'>;

export interface Message {
  readonly deliveryId: string;
  /** The exact bytes. Turning this into an object that is serialised again would break every signature. */
  readonly body: Buffer;
  /** The attempt's own real time, so that a receiver's 300 s window holds on retries too (`A-SIGN-04`). */
  readonly timestampSeconds: number;
}

export type Outcome = { readonly durationMs: number } & Course & Answer;

/** Tells how far an attempt came, and how long each part took. */
export interface Course {
  /** `none` means that nothing was sent. */
  readonly connection: 'new' | 'reused' | 'none';
  /** The time until the request was sent: DNS, TCP and TLS if the connection was new. */
  readonly connectMs: number | null;
  /** The time from sending the request to the status line. */
  readonly answerMs: number | null;
}

type Answer = { readonly kind: 'answered'; readonly status: number; readonly head: Buffer } | ({ readonly kind: 'unanswered' } & Failure);

export const isSuccess = (outcome: Answer): boolean => outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** Copies member by member, because two spreads in one literal are slow enough to show among the costs of a delivery. */
function outcomeOf(answer: Answer, { connection, connectMs, answerMs }: Course, durationMs: number): Outcome {
  if (answer.kind === 'unanswered') return { ...answer, connection, connectMs, answerMs, durationMs };
  return { kind: 'answered', status: answer.status, head: answer.head, connection, connectMs, answerMs, durationMs };
}

function headersFor(target: Target, { deliveryId, body, timestampSeconds }: Message): string[] {
  const timestamp = String(timestampSeconds);
  const headers = [
    ...target.headers,
    'X-Webhook-Signature',
    sign(target.key, timestampSeconds, body),
    'X-Webhook-Timestamp',
    timestamp,
    'X-Webhook-Delivery-Id',
    deliveryId,
  ];
  if (target.standardWebhooks) {
    const signature = signStandard(target.key, deliveryId, timestampSeconds, body);
    headers.push('webhook-id', deliveryId, 'webhook-timestamp', timestamp, 'webhook-signature', signature);
  }
  return headers;
}

/** Listens to one answer and reports once. */
class AnswerReader implements Undici.DispatchHandler {
  readonly #report: (answer: Answer) => void;
  readonly #kept: Buffer[] = [];
  #controller: Undici.DispatchController | null = null;
  #status: number | null = null;
  #received = 0;
  #isDone = false;
  #sentAt: number | null = null;
  #answeredAt: number | null = null;

  constructor(report: (answer: Answer) => void) {
    this.#report = report;
  }

  /** Ends the attempt at its deadline. If the status line has arrived, it has already decided the outcome. */
  expire(): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', class: 'timeout', message: `timeout after ${deliveryTimeoutMs / 1_000} s` });
    this.#controller?.abort(new Error('deadline'));
  }

  fail(error: unknown): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', ...failureOf(error) });
  }

  onRequestStart(controller: Undici.DispatchController): void {
    this.#controller = controller;
    // The connection opened after the deadline, so nothing may be sent on it any more.
    if (this.#isDone) controller.abort(new Error('deadline'));
    else this.#sentAt = performance.now();
  }

  onResponseStart(_controller: Undici.DispatchController, statusCode: number): void {
    if (statusCode < 200) return;
    this.#status = statusCode;
    this.#answeredAt = performance.now();
  }

  onResponseData(controller: Undici.DispatchController, chunk: Buffer): void {
    if (this.#received < keptReceiverBodyBytes) this.#kept.push(chunk.subarray(0, keptReceiverBodyBytes - this.#received));
    this.#received += chunk.length;
    if (this.#received <= maxReceiverBodyBytes) return;
    this.fail(new Error('more than anyone needs to say'));
    controller.abort(new Error('response too long'));
  }

  onResponseEnd(): void {
    const answer = this.#answer();
    // Making an error is expensive because it captures a stack, so none is made for an answer that is complete.
    if (answer) this.#finish(answer);
    else this.fail(new Error('an end without a beginning'));
  }

  onResponseError(_controller: Undici.DispatchController, error: Error): void {
    this.fail(error);
  }

  course(started: number, isReused = false): Course {
    const [sentAt, answeredAt] = [this.#sentAt, this.#answeredAt];
    if (sentAt === null) return { connection: 'none', connectMs: null, answerMs: null };
    return {
      connection: isReused ? 'reused' : 'new',
      connectMs: Math.round(sentAt - started),
      answerMs: answeredAt === null ? null : Math.round(answeredAt - sentAt),
    };
  }

  #answer(): Answer | null {
    return this.#status === null ? null : { kind: 'answered', status: this.#status, head: Buffer.concat(this.#kept) };
  }

  #finish(answer: Answer): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#report(answer);
  }
}
