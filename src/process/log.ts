import { type DestinationStream, type Logger, pino } from 'pino';
import { quoted } from './quoted.ts';
import { isoText } from './time.ts';
import { type TraceContext, traceIdOf } from './trace-context.ts';

export type Log = Logger;

/**
 * Makes the log: one JSON line per request, step of a call and attempt. It contains no secrets, and only the last four
 * digits of a phone number.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'headers.authorization',
          'apiKey',
          'secret',
          'signingSecret',
          'operatorToken',
          '*.authorization',
          '*.apiKey',
          '*.secret',
          '*.signingSecret',
        ],
        censor: '[redacted]',
      },
      hooks: {
        logMethod(args, method) {
          if (!isAboutReported(args[0])) method.apply(this, args);
        },
      },
      serializers: { phoneNumber: lastFour, from: lastFour, to: lastFour, raw: maskNumbers, error: maskNumbers, err: plainError },
    },
    ...(destination ? [destination] : []),
  );

const reported = new WeakSet<object>();

/** Marks an error that the log has told of already. A line about it, or about an error that it caused, is left out. */
export function markReported(error: unknown): void {
  if (typeof error === 'object' && error !== null) reported.add(error);
}

export const isReported = (error: unknown): boolean => typeof error === 'object' && error !== null && reported.has(error);

/** `members` are the members of a line, which has its error in `err`. */
function isAboutReported(members: unknown): boolean {
  if (typeof members !== 'object' || members === null || !('err' in members)) return false;
  const { err } = members;
  return isReported(err) || (err instanceof Error && isReported(err.cause));
}

/**
 * Writes a line from members that are JSON already, each with a comma before it (`,"n":1`), in order with the log's
 * other lines. It serves the line of which there are thousands a second. The caller checks the level, masks numbers,
 * and passes no secret.
 */
export function writeInfo(log: Log, members: string, message: string): void {
  const { [pino.symbols.streamSym]: output, [pino.symbols.chindingsSym]: bindings } = log as Log & Insides;
  output.write(`{"level":"info","time":"${isoText(new Date())}"${bindings}${members},"msg":${quoted(message)}}\n`);
}

/** Members of pino's logger, under symbols that pino exports without types. */
interface Insides {
  readonly [pino.symbols.streamSym]: DestinationStream;
  /** Holds the common members of a child's lines as JSON text with commas before them. */
  readonly [pino.symbols.chindingsSym]: string;
}

/** Returns the members of every line about a call: its id, and the request that began it. */
export const callIds = (call: LoggedCall) => ({
  callId: call.id,
  requestId: call.request_id ?? undefined,
  trace_id: call.trace ? traceIdOf(call.trace) : undefined,
});

/** The fields of a call's row that the log shows. */
export interface LoggedCall {
  readonly id: string;
  readonly request_id: string | null;
  /** Is absent from a call that was just made and is not traced. */
  readonly trace?: TraceContext | null;
}

export const textIds = (text: LoggedText) => ({
  textId: text.id,
  requestId: text.request_id ?? undefined,
  trace_id: text.trace ? traceIdOf(text.trace) : undefined,
});

type LoggedText = Required<LoggedCall>;

export const deliveryIds = ({ id, eventId, subject, trace }: LoggedDelivery) => ({
  deliveryId: id,
  eventId,
  ...subject,
  trace_id: trace ? traceIdOf(trace) : undefined,
});

interface LoggedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly subject: EventSubject;
  readonly trace: TraceContext | null;
}

/** Identifies the subject of an event if it is a call or a text. */
export interface EventSubject {
  readonly callId?: string;
  readonly textId?: string;
}

/** Masks phone numbers in text: a provider's message may repeat the dialled number. */
export const maskNumbers = <T>(text: T): T | string =>
  typeof text === 'string' ? text.replace(/\+\d{7,15}/g, (number) => String(lastFour(number))) : text;

/**
 * Returns an error's name, code, message and stack. PostgreSQL's `detail` and `where` are left out, since they quote
 * whole rows with transcripts and numbers.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return maskNumbers(error);
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type: name, code, message: maskNumbers(message), stack: maskNumbers(stack) };
}

/** Turns `+14155550123` into `********0123`. */
const lastFour = (phoneNumber: unknown): unknown =>
  typeof phoneNumber === 'string' ? phoneNumber.slice(0, -4).replace(/./g, '*') + phoneNumber.slice(-4) : phoneNumber;
