import { maxSessions, sessionIdleMs } from './limits.ts';
import type { OpenSession } from './session.ts';
import { numbersOf, type SessionNumbers, slotOf } from './session-numbers.ts';
import type { Speed } from './timers.ts';

/** The sessions of one simulator: the first, which is always there, and those that tests open beside it. */
export interface Sessions {
  /** Throws `BadSessionName`, `SessionExists`, `TooManySessions`. */
  open(wanted?: NewSession): OpenSession;
  find(name: string): OpenSession | undefined;
  /** Without the first, in the order they were opened. */
  all(): readonly OpenSession[];
  /** The session that a number of the provider's side belongs to, if that one is open. */
  ofNumber(phoneNumber: string | null): OpenSession | undefined;
  /** False where there is none of that name. */
  close(name: string): Promise<boolean>;
}

export interface NewSession {
  /** Made up where it is left out. */
  readonly name?: string;
  readonly seed?: number;
  readonly speed?: Speed;
}

export class BadSessionName extends Error {}
export class SessionExists extends Error {}
export class TooManySessions extends Error {}

/** It stands in paths, where a name with a point could lead elsewhere. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export type OpenSessionWith = (wanted: NewSession & { readonly name: string; readonly numbers: SessionNumbers }) => OpenSession;

export function newSessions(openWith: OpenSessionWith, realNow: () => Date): Sessions {
  const bySlot = new Map<number, OpenSession>();
  const usedAt = new WeakMap<OpenSession, number>();
  const used = (session: OpenSession | undefined): OpenSession | undefined => {
    if (session) usedAt.set(session, realNow().getTime());
    return session;
  };
  const find = (name: string): OpenSession | undefined => used([...bySlot.values()].find((session) => session.name === name));
  const end = (slot: number, session: OpenSession): Promise<void> => {
    bySlot.delete(slot);
    return session.end();
  };
  /** Of all that nobody has asked for long enough, the one that nobody has asked longest. */
  const idlest = (): readonly [number, OpenSession] | undefined => {
    const before = realNow().getTime() - sessionIdleMs;
    const since = (session: OpenSession): number => usedAt.get(session) ?? 0;
    return [...bySlot].filter(([, session]) => since(session) <= before).toSorted(([, a], [, b]) => since(a) - since(b))[0];
  };
  let opened = 0;
  return {
    open(wanted = {}) {
      opened += 1;
      const name = wanted.name ?? `session-${opened}`;
      if (!sessionName.test(name)) throw new BadSessionName('A name takes 1 to 64 letters, digits, dashes and underscores.');
      if (find(name)) throw new SessionExists(`There is a session ${name} already. DELETE /sessions/${name} first, or take another name.`);
      const idle = bySlot.size >= maxSessions ? idlest() : undefined;
      if (idle) void end(...idle);
      if (bySlot.size >= maxSessions) throw new TooManySessions(`There are ${maxSessions} sessions already. Delete one first.`);
      const slot = freeSlot(bySlot);
      const session = openWith({ ...wanted, name, numbers: numbersOf(slot) });
      bySlot.set(slot, session);
      used(session);
      return session;
    },
    find,
    all: () => [...bySlot.values()],
    ofNumber(phoneNumber) {
      const slot = slotOf(phoneNumber);
      return slot === null ? undefined : used(bySlot.get(slot));
    },
    async close(name) {
      const found = [...bySlot].find(([, session]) => session.name === name);
      if (found) await end(...found);
      return found !== undefined;
    },
  };
}

/** The one after the newest, round and round: numbers of a session just closed, whose webhooks may yet come, rest longest. */
function freeSlot(taken: ReadonlyMap<number, unknown>): number {
  const newest = [...taken.keys()].at(-1) ?? -1;
  for (let step = 1; step <= maxSessions; step++) {
    const slot = (newest + step) % maxSessions;
    if (!taken.has(slot)) return slot;
  }
  throw new Error('More slots are taken than there are.');
}
