import type { IncomingMessage, ServerResponse } from 'node:http';
import { giveAnswer, type Outcome, type Proper, properJson } from '../answers/give.ts';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import type { Receivers } from './receivers.ts';

/**
 * Serves a delivery over a real socket: reads it whole, judges it, and answers as a fault or the receiver's programme
 * says. The answer may be none.
 */
export function serveReceiver(name: string, body: Buffer, message: IncomingMessage, response: ServerResponse, served: Served): void {
  const { receivers, faults, timers, recorded } = served;
  const fault = faults.strikes('receivers', name);
  const received = receivers.receive(name, { method: message.method ?? '', headers: headersOf(message), body }, fault?.answer);
  if (fault) faults.struck(fault, { causedBy: received.entry, receiver: name, deliveryId: received.delivery.deliveryId });
  const { answer, number } = received.delivery;
  const proper = properly(answer.kind === 'status' ? answer.status : 200, number);
  giveAnswer(answer, proper, {
    message,
    response,
    timers,
    chance: faults.chance,
    told(outcome) {
      recorded(outcome, proper);
      receivers.answered(received, outcome);
    },
  });
}

export interface Served {
  readonly receivers: Receivers;
  readonly faults: Faults;
  readonly timers: Timers;
  readonly recorded: (outcome: Outcome, answer: Proper) => void;
}

function properly(status: number, number: number): Proper {
  if (status === 204 || status === 304) return { status, headers: {}, body: Buffer.alloc(0) };
  return properJson(status, { received: number });
}

/** Returns the headers by lower-case name, with repeated ones joined as HTTP allows. */
function headersOf(message: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
