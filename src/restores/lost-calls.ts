import type { Context } from '../context.ts';
import type { KeyName } from '../idempotency/claim.ts';
import { hashOfKey } from '../idempotency/hash-of-key.ts';
import { placementGraceMs } from '../process/limits.ts';
import type { CallReference, ListedCall } from '../voice/voice-provider.ts';
import { noticeRestore, type Restore, recentRestores } from './restores.ts';

/** A call that the provider has under a reference of ours. */
export type ReferencedCall = ListedCall & { readonly reference: CallReference };

/** `none`: no call was placed under the key in a lost span. `unreachable`: the provider cannot say. */
export type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'found'; readonly call: ReferencedCall };

/** The lost spans, and the calls that were placed in them by their keys, as the provider has them. */
export interface LostCalls {
  /**
   * Finds the call that was placed under a key whose row a restore has lost. `timeline` is that of the statement that claimed the
   * key, so that a restore is noticed before the first call after it is placed.
   */
  find(tenantId: string, key: KeyName & { readonly timeline: string }): Promise<Found>;
  /** Returns the restores whose lost keys may still be repeated. `timeline` is that of the statement that found no row of the key. */
  restores(timeline: string): Promise<readonly Restore[]>;
  /**
   * Notices restores, also those that an operator has marked, and begins to read the provider's lists of them. So a list is there
   * before a keyed call needs it, as a rule, and one that the provider could not give is asked for again.
   */
  refresh(): Promise<void>;
}

type Needs = Pick<Context, 'db' | 'clock' | 'log' | 'metrics' | 'voice'>;

type ByKey = ReadonlyMap<string, ReferencedCall>;

/**
 * No call is added to a span that is over, so the provider's list of each is read once, and once more when the provider has surely
 * listed the span's last calls.
 */
export function createLostCalls(context: Needs): LostCalls {
  let known: { readonly timeline: string; readonly restores: readonly Restore[]; readonly asOf: number } | null = null;
  const lists = new Map<string, { readonly calls: Promise<ByKey | null>; readonly isWhole: boolean }>();

  async function refresh(): Promise<readonly Restore[]> {
    const asOf = context.clock.realNow().getTime();
    const timeline = await noticeRestore(context);
    const restores = await recentRestores(context);
    known = { timeline, restores, asOf };
    const recent = new Set(restores.map(({ id }) => id));
    for (const id of lists.keys()) if (!recent.has(id)) lists.delete(id);
    return restores;
  }

  const restoresAt = async (timeline: string): Promise<readonly Restore[]> =>
    known?.timeline === timeline && context.clock.realNow().getTime() - known.asOf < believedForMs ? known.restores : await refresh();

  async function callsOf(restore: Restore): Promise<ByKey | null> {
    const isWhole = context.clock.realNow().getTime() >= restore.lostUntil.getTime() + placementGraceMs;
    const last = lists.get(restore.id);
    const list = last?.isWhole === isWhole ? last : { calls: listByKey(context, restore), isWhole };
    lists.set(restore.id, list);
    const calls = await list.calls;
    // The next request asks again.
    if (calls === null && lists.get(restore.id) === list) lists.delete(restore.id);
    return calls;
  }

  return {
    async find(tenantId, key) {
      const restores = await restoresAt(key.timeline);
      if (restores.length === 0) return { kind: 'none' };
      const hash = hashOfKey(tenantId, key);
      for (const restore of restores) {
        const calls = await callsOf(restore);
        if (calls === null) return { kind: 'unreachable' };
        const call = calls.get(hash);
        if (call?.reference.tenantId === tenantId) return { kind: 'found', call };
      }
      return { kind: 'none' };
    },
    restores: restoresAt,
    async refresh() {
      for (const restore of await refresh()) void callsOf(restore);
    },
  };
}

/**
 * A process without the role `scheduler` looks anew after this time: an operator may have marked a restore at another process, and the keys
 * of an older one cannot be repeated any more.
 */
const believedForMs = 10_000;

async function listByKey({ voice, log }: Needs, { lostFrom, lostUntil }: Restore): Promise<ByKey | null> {
  const listed = await voice
    .listCalls(lostFrom, lostUntil)
    .catch((error: unknown) => ({ kind: 'unreachable' as const, raw: String(error) }));
  if (listed.kind === 'unreachable') {
    log.warn({ raw: listed.raw, lostFrom, lostUntil }, 'the provider cannot say which calls a restore has lost; keyed calls are refused');
    return null;
  }
  const referenced = listed.calls.filter((call): call is ReferencedCall => call.reference !== null);
  return new Map(referenced.flatMap((call) => (call.reference.keyHash === null ? [] : [[call.reference.keyHash, call]])));
}
