import { EventEmitter } from 'node:events';
import type { SessionLimits } from './limits.ts';
import type { Details, Kind, TimelineEntry } from './timeline-entry.ts';

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  /** Adds an entry and returns its number, for the `causedBy` of entries that follow. */
  add(kind: Kind, details?: Details): number;
  /** Returns the newest entry about an id, except deliveries of something else. */
  lastOf(name: 'callId' | 'messageId' | 'deliveryId', id: string | null): number | null;
  /** Calls back with every later entry, until the returned function is called. `ended` is called when no more will come. */
  listen(listener: (entry: TimelineEntry) => void, ended?: () => void): () => void;
  end(): void;
  clear(): void;
}

export function newTimeline(realNow: () => Date, { timelineEntries: kept }: Pick<SessionLimits, 'timelineEntries'>): Timeline {
  const listeners = new EventEmitter().setMaxListeners(0);
  let entries: TimelineEntry[] = [];
  let seq = 0;
  return {
    get entries() {
      return entries;
    },
    add(kind, details = {}) {
      seq += 1;
      const entry: TimelineEntry = { ...details, seq, at: realNow().toISOString(), kind };
      entries.push(entry);
      // Entries are removed in batches, so that the cost for each is small.
      if (entries.length >= kept * 2) entries = entries.slice(-kept);
      listeners.emit('entry', entry);
      return seq;
    },
    lastOf(name, id) {
      if (id === null) return null;
      const isCause = ({ kind }: TimelineEntry): boolean => name === 'deliveryId' || !kind.startsWith('delivery');
      return entries.findLast((entry) => entry[name] === id && isCause(entry))?.seq ?? null;
    },
    listen(listener, ended = nothing) {
      listeners.on('entry', listener).once('end', ended);
      return () => listeners.off('entry', listener).off('end', ended);
    },
    end: () => void listeners.emit('end'),
    clear() {
      entries = [];
    },
  };
}

const nothing = (): void => undefined;
