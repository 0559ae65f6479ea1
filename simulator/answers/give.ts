import type { IncomingMessage, ServerResponse } from 'node:http';
import { endlessBytes } from '../limits.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { Answer } from './answer.ts';

/** The correct answer, which a fault may replace. */
export interface Proper {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const properJson = (status: number, body: object): Proper => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Is a status once the status line is sent, otherwise the reason why the other side got none. */
export type Outcome = number | 'timeout' | 'reset' | 'close' | 'garbage' | 'sender gone';

export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly timers: Timers;
  /** Returns a number in [0, 1), to choose a delay within its range. */
  readonly chance: () => number;
  /** Is called once, or never if a reset comes before the answer is over. */
  readonly told: (outcome: Outcome) => void;
}

/** Gives an answer over a real socket, correct or faulty. */
export function giveAnswer(answer: Answer, proper: Proper, given: Exchange): void {
  const { message, response, timers } = given;
  const { era } = timers;
  const told = (outcome: Outcome): void => {
    if (timers.era === era) given.told(outcome);
  };
  const exchange = { ...given, told };
  switch (answer.kind) {
    case 'status':
      late(delayOf(answer, exchange), exchange, () => whole(response, proper, told));
      break;
    case 'redirect':
      whole(response, { status: 302, headers: { location: answer.to }, body: Buffer.alloc(0) }, told);
      break;
    case 'timeout':
      response.once('close', () => told('timeout'));
      break;
    case 'reset':
      message.socket.resetAndDestroy();
      told('reset');
      break;
    case 'close':
      message.socket.end();
      told('close');
      break;
    case 'garbage':
      message.socket.end('\u0000\u0001this is not HTTP\u0002\r\n\r\n');
      told('garbage');
      break;
    case 'half':
      begin(message, proper, proper.body.length + 2);
      message.socket.end(proper.body.subarray(0, proper.body.length / 2));
      told(proper.status);
      break;
    case 'wrong-length':
      begin(message, proper, Math.floor(proper.body.length / 2));
      message.socket.end(proper.body);
      told(proper.status);
      break;
    case 'drip':
      drip(answer.overMs, proper, exchange);
      break;
    case 'endless':
      endless(proper, exchange);
      break;
  }
}

const delayOf = ({ afterMs, upToMs = afterMs }: Extract<Answer, { kind: 'status' }>, { chance }: Exchange): number =>
  Math.round(afterMs + chance() * (upToMs - afterMs));

function late(ms: number, exchange: Exchange, answer: () => void): void {
  if (ms === 0) {
    answer();
    return;
  }
  let answered = false;
  const cancel = exchange.timers.hold(ms, () => {
    answered = true;
    answer();
  });
  exchange.response.once('close', () => {
    if (answered) return;
    cancel();
    exchange.told('sender gone');
  });
}

export function writeProper(response: ServerResponse, { status, headers, body }: Proper): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
}

function whole(response: ServerResponse, proper: Proper, told: Exchange['told']): void {
  told(proper.status);
  writeProper(response, proper);
}

/** Writes the head directly, since Node's own writer would not send false headers. */
function begin(message: IncomingMessage, { status, headers }: Proper, announced: number | null): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = announced === null ? 'transfer-encoding: chunked' : `content-length: ${announced}`;
  message.socket.write(`HTTP/1.1 ${status} OK\r\n${lines.join('')}${length}\r\nconnection: close\r\n\r\n`);
}

const pieces = 10;

function drip(overMs: number, proper: Proper, { message, timers, told }: Exchange): void {
  const { socket } = message;
  const body = proper.body.length >= pieces ? proper.body : Buffer.concat([proper.body, Buffer.alloc(pieces, ' ')]);
  begin(message, proper, body.length);
  let cancel: Cancel = () => undefined;
  let isOver = false;
  const over = (outcome: Outcome): void => {
    if (isOver) return;
    isOver = true;
    cancel();
    told(outcome);
  };
  socket.once('close', () => over('sender gone'));
  const send = (piece: number): void => {
    socket.write(body.subarray((body.length * piece) / pieces, (body.length * (piece + 1)) / pieces));
    if (piece + 1 < pieces) cancel = timers.hold(overMs / pieces, () => send(piece + 1));
    else {
      over(proper.status);
      socket.end();
    }
  };
  cancel = timers.hold(overMs / pieces, () => send(0));
}

const endlessPiece = Buffer.alloc(16 * 1024, 'and so on ');

function endless(proper: Proper, { message, told }: Exchange): void {
  const { socket } = message;
  begin(message, proper, null);
  told(proper.status);
  let sent = 0;
  const chunk = Buffer.concat([Buffer.from(`${endlessPiece.length.toString(16)}\r\n`), endlessPiece, Buffer.from('\r\n')]);
  const more = (): void => {
    while (!socket.destroyed && sent < endlessBytes) {
      sent += chunk.length;
      if (socket.write(chunk)) continue;
      socket.once('drain', more);
      return;
    }
    socket.destroy();
  };
  more();
}
