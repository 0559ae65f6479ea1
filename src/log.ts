import { type DestinationStream, type Logger, pino } from 'pino';
import { jsonText } from './contract/raw-json.ts';
import { isoTime } from './iso-time.ts';
import { type TraceContext, traceIdOf } from './tracing/trace-context.ts';

export type Log = Logger;

/** One JSON line per request, step of a call and attempt. Secrets never reach it; of a phone number the last four digits do. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${isoTime(Date.now())}"`,
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
      serializers: { phoneNumber: lastFour, from: lastFour, to: lastFour, raw: maskNumbers, error: maskNumbers, err: plainError },
    },
    ...(destination ? [destination] : []),
  );

/**
 * Writes a line whose members are JSON already, each with a comma before it (`,"n":1`), in the order of the log's other lines: for the
 * line of which there are thousands a second. The caller asks before whether the level is enabled, masks numbers, and passes no secret.
 */
export function writeInfo(log: Log, members: string, message: string): void {
  const { [pino.symbols.streamSym]: output, [pino.symbols.chindingsSym]: bindings } = log as Log & Insides;
  output.write(`{"level":"info","time":"${isoTime(Date.now())}"${bindings}${members},"msg":${jsonText(message)}}\n`);
}

/** Of a logger of pino, by symbols that it exports and does not type. */
interface Insides {
  readonly [pino.symbols.streamSym]: DestinationStream;
  /** The members that a child's lines have in common, as JSON text with commas before them. */
  readonly [pino.symbols.chindingsSym]: string;
}

/** What every line about a call carries: it is found by the call, and by the request that began it. */
export const callIds = (call: LoggedCall) => ({
  callId: call.id,
  requestId: call.request_id ?? undefined,
  trace_id: call.trace ? traceIdOf(call.trace) : undefined,
});

/** Of a call's row. */
export interface LoggedCall {
  readonly id: string;
  readonly request_id: string | null;
  /** Absent from a call that was just made and is not traced. */
  readonly trace?: TraceContext | null;
}

/** What every line about a text carries. */
export const textIds = (text: LoggedText) => ({
  textId: text.id,
  requestId: text.request_id ?? undefined,
  trace_id: text.trace ? traceIdOf(text.trace) : undefined,
});

/** Of a text's row. */
interface LoggedText {
  readonly id: string;
  readonly request_id: string | null;
  readonly trace: TraceContext | null;
}

/** What every line about a delivery carries. */
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

/** What an event tells of, if it is a call or a text of ours. */
export interface EventSubject {
  readonly callId?: string;
  readonly textId?: string;
}

/** A provider's own words may repeat the number that was dialled. */
export const maskNumbers = <T>(text: T): T | string =>
  typeof text === 'string' ? text.replace(/\+\d{7,15}/g, (number) => String(lastFour(number))) : text;

/** PostgreSQL's `detail` and `where` quote whole rows, transcripts and numbers included: of an error, its name, code, words and stack stay. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return maskNumbers(error);
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type: name, code, message: maskNumbers(message), stack: maskNumbers(stack) };
}

/** `+14155550123` as `********0123`. */
export const lastFour = (phoneNumber: unknown): unknown =>
  typeof phoneNumber === 'string' ? phoneNumber.slice(0, -4).replace(/./g, '*') + phoneNumber.slice(-4) : phoneNumber;
