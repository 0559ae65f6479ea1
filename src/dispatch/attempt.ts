import type { Dispatcher as Undici } from 'undici';
import { deliveryTimeoutMs, keptReceiverBodyBytes, maxReceiverBodyBytes } from '../process/limits.ts';
import type { Deadlines } from './deadlines.ts';
import type { DeliveryAgent, DeliveryRequest } from './delivery-agent.ts';
import type { Target } from './endpoint-cache.ts';
import { type Failure, failureOf } from './failure.ts';
import { sign } from './signature.ts';

/**
 * One attempt: sign, post, see what comes back. It returns what happened and never throws, because a receiver that
 * refuses, hangs or lies is no surprise. One deadline stands over all of it, from DNS to the last byte; the status line
 * decides, and what follows it is read for the log alone.
 */
export const attempt = (agent: Sender, deadlines: Deadlines, target: Target, message: Message): Promise<Outcome> =>
  new Promise((fulfil) => beginAttempt(agent, deadlines, target, message, fulfil));

/** The same for whoever makes thousands a second, to whom a promise each would be dear. Calls `report` once. */
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
  /** The exact bytes. Whoever tidies this into an object to be serialised again breaks every signature. */
  readonly body: Buffer;
  /** The attempt's own real time, so that a receiver's 300 s window holds on retries too. */
  readonly timestampSeconds: number;
}

export type Outcome = { readonly durationMs: number } & Course & Answer;

/** How far it came, and how long that took. */
export interface Course {
  /** `none`: nothing was sent. */
  readonly connection: 'new' | 'reused' | 'none';
  /** Until the request was sent: DNS, TCP and TLS, where the connection was new. */
  readonly connectMs: number | null;
  /** From then to the status line. */
  readonly answerMs: number | null;
}

type Answer = { readonly kind: 'answered'; readonly status: number; readonly head: Buffer } | ({ readonly kind: 'unanswered' } & Failure);

export const isSuccess = (outcome: Answer): boolean => outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** Member by member: two spreads in one literal are slow enough to be seen among the costs of a delivery. */
function outcomeOf(answer: Answer, { connection, connectMs, answerMs }: Course, durationMs: number): Outcome {
  if (answer.kind === 'unanswered') return { ...answer, connection, connectMs, answerMs, durationMs };
  return { kind: 'answered', status: answer.status, head: answer.head, connection, connectMs, answerMs, durationMs };
}

const headersFor = (target: Target, { deliveryId, body, timestampSeconds }: Message): string[] => [
  ...target.headers,
  'X-Webhook-Signature',
  sign(target.key, timestampSeconds, body),
  'X-Webhook-Timestamp',
  String(timestampSeconds),
  'X-Webhook-Delivery-Id',
  deliveryId,
];

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

  /** The deadline. Where the status line is here, it has decided already. */
  expire(): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', class: 'timeout', message: `timeout after ${deliveryTimeoutMs / 1_000} s` });
    this.#controller?.abort(new Error('deadline'));
  }

  fail(error: unknown): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', ...failureOf(error) });
  }

  onRequestStart(controller: Undici.DispatchController): void {
    this.#controller = controller;
    // The connection came too late: nothing may be sent any more.
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
    // An error has a stack to be written, which is dear: not for what is as it should be.
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
