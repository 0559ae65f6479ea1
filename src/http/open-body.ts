import type { IncomingMessage } from 'node:http';
import { setImmediate as nextLoop, setTimeout as pause } from 'node:timers/promises';
import type { MostParts } from '../contract/json-members.ts';
import { Unserved } from '../db/unserved.ts';
import { largeBodyBytes } from '../process/limits.ts';
import { TenantTurns } from '../process/tenant-turns.ts';
import { parseJson } from './parse-json.ts';

/** A body as raw text and as its value. `value` is undefined without a body; the contract decides if one is required. */
export interface ReceivedBody {
  readonly value: unknown;
  readonly raw: string | Uint8Array;
}

export const noBody: ReceivedBody = { value: undefined, raw: '' };

/** `deadline` is a time of `performance.now()`. */
export interface ArrivedRequest {
  readonly request: IncomingMessage;
  readonly deadline: number;
}

/** Makes what parses the bytes of JSON. A large body waits for its turn, and throws `Unserved` where that has not come by the deadline. */
export function jsonOpener(most: MostParts): (bytes: Buffer, whose: string, arrived: ArrivedRequest) => Promise<ReceivedBody> {
  const turnOf = turns();
  return async (bytes, whose, arrived) => {
    if (bytes.length === 0) return noBody;
    if (bytes.length > largeBodyBytes) await turnOf(whose, arrived);
    const { value, text } = parseJson(bytes, most);
    return { value, raw: text };
  };
}

/**
 * Gives turns, one after the other, to one tenant after the other. Whoever gets one goes on until it waits for something else, and the pause
 * after it is as long. So bodies that each take a process a fifth of a second take half of its time together, and another tenant's waits
 * for two of them and not for sixty.
 */
function turns(): (whose: string, arrived: ArrivedRequest) => Promise<void> {
  const waiting = new TenantTurns<() => boolean>(1);
  const giveTurns = async (): Promise<void> => {
    for (let next = waiting.next(); next; next = waiting.next()) {
      const began = performance.now();
      if (next.item()) {
        await nextLoop();
        await pause(performance.now() - began);
      }
      waiting.done(next.tenantId);
    }
  };
  return (whose, { request, deadline }) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new Unserved('time', 'the turn of a large body did not come before the deadline'));
      const late = setTimeout(giveUp, deadline - performance.now());
      waiting.add(whose, () => {
        clearTimeout(late);
        const isAwaited = !request.socket.destroyed && performance.now() < deadline;
        if (isAwaited) resolve();
        else giveUp();
        return isAwaited;
      });
      void giveTurns();
    });
}
