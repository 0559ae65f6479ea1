import { deliveryTimeoutMs, keptReceiverBodyBytes, maxReceiverBodyBytes, maxReceiverBodyPieces } from '../process/limits.ts';
import { MalformedAnswer } from './answer-parser.ts';
import type { AnswerHandler, Connection } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import type { DeliveryAgent } from './delivery-agent.ts';
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
    report(outcomeOf(answer, handler.course(started), Math.round(performance.now() - started)));
  });
  const endDeadline = deadlines(() => handler.expire());
  const head = headOf(target, message);
  if (head === null) handler.fail(new Error('a request that HTTP does not allow'));
  else agent.dispatch(target.origin, { head, body: message.body }, handler);
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

/** Returns the head of the request, which ends with an empty line, or null if the endpoint's part of it cannot be sent. */
function headOf(target: Target, { deliveryId, body, timestampSeconds }: Message): string | null {
  if (target.head === null) return null;
  const signature = sign(target.key, timestampSeconds, body);
  const standard = target.standardWebhooks
    ? `webhook-id: ${deliveryId}\r\nwebhook-timestamp: ${timestampSeconds}\r\nwebhook-signature: ${signStandard(target.key, deliveryId, timestampSeconds, body)}\r\n`
    : '';
  return `${target.head}X-Webhook-Signature: ${signature}\r\nX-Webhook-Timestamp: ${timestampSeconds}\r\nX-Webhook-Delivery-Id: ${deliveryId}\r\n${standard}content-length: ${body.length}\r\n\r\n`;
}

/** Listens to one answer and reports once. */
class AnswerReader implements AnswerHandler {
  readonly #report: (answer: Answer) => void;
  readonly #kept: Buffer[] = [];
  #connection: Pick<Connection, 'destroy'> | null = null;
  #isReused = false;
  #status: number | null = null;
  #received = 0;
  #pieces = 0;
  #isDone = false;
  #sentAt: number | null = null;
  #answeredAt: number | null = null;

  constructor(report: (answer: Answer) => void) {
    this.#report = report;
  }

  /** Ends the attempt at its deadline. If the status line has arrived, it has already decided the outcome. */
  expire(): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', class: 'timeout', message: `timeout after ${deliveryTimeoutMs / 1_000} s` });
    this.#connection?.destroy();
  }

  fail(error: unknown): void {
    this.#finish(this.#answer() ?? { kind: 'unanswered', ...failureOf(error) });
  }

  sending(connection: Pick<Connection, 'destroy'>, isReused: boolean): boolean {
    this.#connection = connection;
    this.#isReused = isReused;
    // The connection opened after the deadline, so nothing may be sent on it any more.
    if (this.#isDone) connection.destroy();
    else this.#sentAt = performance.now();
    return !this.#isDone;
  }

  status(code: number): void {
    this.#status = code;
    this.#answeredAt = performance.now();
  }

  data(chunk: Buffer): void {
    if (this.#received < keptReceiverBodyBytes) this.#kept.push(chunk.subarray(0, keptReceiverBodyBytes - this.#received));
    this.#received += chunk.length;
    this.#pieces += 1;
    if (this.#received > maxReceiverBodyBytes || this.#pieces > maxReceiverBodyPieces) throw new MalformedAnswer('too large');
  }

  end(): void {
    const answer = this.#answer();
    // Making an error is expensive because it captures a stack, so none is made for an answer that is complete.
    if (answer) this.#finish(answer);
    else this.fail(new Error('an end without a beginning'));
  }

  course(started: number): Course {
    const [sentAt, answeredAt] = [this.#sentAt, this.#answeredAt];
    if (sentAt === null) return { connection: 'none', connectMs: null, answerMs: null };
    return {
      connection: this.#isReused ? 'reused' : 'new',
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
