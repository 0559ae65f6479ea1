import type { components } from '../src/contract/generated/simulator.ts';
import { maxSessions, sessionIdleMs } from './limits.ts';
import type { OpenSession } from './session.ts';
import { numbersOf, type SessionNumbers, slotOf } from './session-numbers.ts';

/** The sessions of one simulator: the first, which always exists, and those that tests open. */
export interface Sessions {
  /** Opens a session. Throws `BadSessionName`, `SessionExists`, `TooManySessions`. */
  open(wanted?: NewSession): OpenSession;
  find(name: string): OpenSession | undefined;
  /** Returns the opened sessions in order, without the first. */
  all(): readonly OpenSession[];
  /** Returns the open session that a simulated number belongs to. */
  ofNumber(phoneNumber: string | null): OpenSession | undefined;
  /** Closes a session. Returns false if none has that name. */
  close(name: string): Promise<boolean>;
}

export type NewSession = components['schemas']['NewSession'];

export class BadSessionName extends Error {}
export class SessionExists extends Error {}
export class TooManySessions extends Error {}

/** A name appears in paths, where one with a dot could lead elsewhere. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export type OpenSessionWith = (wanted: NewSession & { readonly name: string; readonly numbers: SessionNumbers }) => OpenSession;

export function newSessions(openWith: OpenSessionWith, realNow: () => Date): Sessions {
  const bySlot = new Map<number, OpenSession>();
  const usedAt = new WeakMap<OpenSession, number>();
  const used = (session: OpenSession | undefined): OpenSession | undefined => {
    if (session) usedAt.set(session, realNow().getTime());
    return session;
  };
  const named = (name: string): OpenSession | undefined => [...bySlot.values()].find((session) => session.name === name);
  const freeName = (): string => {
    do opened += 1;
    while (named(`session-${opened}`));
    return `session-${opened}`;
  };
  const end = (slot: number, session: OpenSession): Promise<void> => {
    bySlot.delete(slot);
    return session.end();
  };
  let opened = 0;
  return {
    open(wanted = {}) {
      const name = wanted.name ?? freeName();
      if (!sessionName.test(name)) throw new BadSessionName('A name takes 1 to 64 letters, digits, dashes and underscores.');
      if (used(named(name)))
        throw new SessionExists(`There is a session ${name} already. DELETE /sessions/${name} first, or take another name.`);
      const idle = bySlot.size >= maxSessions ? idlest(bySlot, usedAt, realNow()) : undefined;
      if (idle) void end(...idle);
      if (bySlot.size >= maxSessions) throw new TooManySessions(`There are ${maxSessions} sessions already. Delete one first.`);
      const slot = freeSlot(bySlot);
      const session = openWith({ ...wanted, name, numbers: numbersOf(slot) });
      bySlot.set(slot, session);
      used(session);
      return session;
    },
    find: (name) => used(named(name)),
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

/** Returns the session that has been idle the longest, if it has been idle long enough. */
function idlest(bySlot: Slots, usedAt: WeakMap<OpenSession, number>, now: Date): readonly [number, OpenSession] | undefined {
  const since = (session: OpenSession): number => usedAt.get(session) ?? 0;
  return [...bySlot]
    .filter(([, session]) => since(session) <= now.getTime() - sessionIdleMs)
    .toSorted(([, a], [, b]) => since(a) - since(b))[0];
}

type Slots = ReadonlyMap<number, OpenSession>;

/**
 * Returns the free slot after the newest, in rotation, so that the numbers of a closed session, whose webhooks may
 * still come, stay unused the longest.
 */
function freeSlot(taken: ReadonlyMap<number, unknown>): number {
  const newest = [...taken.keys()].at(-1) ?? -1;
  for (let step = 1; step <= maxSessions; step++) {
    const slot = (newest + step) % maxSessions;
    if (!taken.has(slot)) return slot;
  }
  throw new Error('More slots are taken than there are.');
}
