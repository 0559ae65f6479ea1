import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { MostParts } from '../contract/json-members.ts';
import { Unserved } from '../db/unserved.ts';
import { largeBodyBytes } from '../process/limits.ts';
import { TenantTurns } from '../process/tenant-turns.ts';
import type { Admitted } from './admission.ts';
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
  readonly admitted: Pick<Admitted, 'whileWaiting'>;
}

/** Makes what parses the bytes of JSON. A large body waits for its turn, and throws `Unserved` where that has not come by the deadline. */
export function jsonOpener(most: MostParts): (bytes: Buffer, whose: string, arrived: ArrivedRequest) => Promise<ReceivedBody> {
  const inTurn = turns();
  const open = (bytes: Buffer): ReceivedBody => {
    const { value, text } = parseJson(bytes, most);
    return { value, raw: text };
  };
  return async (bytes, whose, arrived) => {
    if (bytes.length === 0) return noBody;
    if (bytes.length <= largeBodyBytes) return open(bytes);
    return arrived.admitted.whileWaiting(() => inTurn(whose, arrived, () => open(bytes)));
  };
}

/**
 * Gives turns, one after the other, to one tenant after the other. What is done in a turn is done at once, with what follows from it until that
 * waits for something else. After `longTurnsMs` of turns there is a pause that is as long as they were. So bodies that each take a process a
 * fifth of a second take half of its time together, and another tenant's waits for two of them and not for sixty.
 */
function turns(): <Result>(whose: string, arrived: ArrivedRequest, job: () => Result) => Promise<Result> {
  const waiting = new TenantTurns<() => boolean>(1);
  /** Bodies of callers that have ended their half of the connection come behind all others. */
  const ofEnded = new Set<() => boolean>();
  let isGiving = false;
  let spentMs = 0;
  const giveTurns = async (): Promise<void> => {
    if (isGiving) return;
    isGiving = true;
    for (let next = waiting.next(); next || ofEnded.size > 0; next = waiting.next()) {
      const began = performance.now();
      const [ended] = ofEnded;
      const take = next?.item ?? ended;
      if (take?.()) {
        // Comes once all that follows at once has been done, and before anything else.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        spentMs += performance.now() - began;
      }
      if (next) waiting.done(next.tenantId);
      if (spentMs < longTurnsMs) continue;
      await pause(spentMs);
      spentMs = 0;
    }
    isGiving = false;
  };
  return <Result>(whose: string, { request, deadline }: ArrivedRequest, job: (() => Result) | null) =>
    new Promise<Result>((resolve, reject) => {
      const giveUp = (): void => {
        // The bytes of the body go with it, although its turn is still to come: no other variable may hold them.
        job = null;
        ofEnded.delete(take);
        reject(new Unserved('time', 'the turn of a large body did not come before the deadline'));
      };
      const late = setTimeout(giveUp, deadline - performance.now());
      let hasEnded = false;
      const take = (): boolean => {
        // This caller is gone, or sends nothing more and waits.
        if (!hasEnded && request.socket.readableEnded) {
          hasEnded = true;
          ofEnded.add(take);
          return false;
        }
        clearTimeout(late);
        ofEnded.delete(take);
        const isAwaited = !request.socket.destroyed && performance.now() < deadline;
        if (!isAwaited) giveUp();
        else if (job)
          try {
            resolve(job());
          } catch (error) {
            reject(error);
          }
        return isAwaited && job !== null;
      };
      waiting.add(whose, take);
      void giveTurns();
    });
}

/** Others hardly notice less. A pause lasts until the next turn of the event loop at least, which may take longer. */
const longTurnsMs = 5;
