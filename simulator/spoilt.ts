import type { IncomingMessage, ServerResponse } from 'node:http';
import { giveAnswer, type Outcome, type Proper, properJson } from './answers/give.ts';
import type { Fault, Faults } from './faults.ts';
import type { Timers } from './timers.ts';

export interface SpoiltExchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly faults: Faults;
  readonly timers: Timers;
  readonly recorded: (outcome: Outcome, answer: Proper) => void;
}

/** Gives a spoilt answer of a provider, before or after `properly` has done what was requested. */
export async function giveSpoilt(fault: Fault, properly: () => Promise<Proper>, exchange: SpoiltExchange): Promise<void> {
  const { message, response, faults, timers, recorded } = exchange;
  const { answer } = fault;
  const entry = faults.struck(fault, { method: message.method, path: message.url });
  const proper = fault.processed ? await properly() : refused;
  const ownStatus = answer.kind === 'status' && (answer.afterMs === 0 || answer.status !== 200 || !fault.processed);
  const given = ownStatus ? { ...refused, status: answer.status } : proper;
  giveAnswer(answer, given, {
    message,
    response,
    timers,
    chance: faults.chance,
    told(outcome) {
      recorded(outcome, given);
      faults.told(entry, outcome);
    },
  });
}

const refused = properJson(500, { message: 'A fault of the simulator.' });
