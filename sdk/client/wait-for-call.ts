import { finalCallStatuses } from '../../src/contract/generated/public.ts';
import type { Client } from './create-client.ts';
import { CallStillGoingError, mayPass, NoAnswerError } from './errors.ts';
import type { ReplyOf } from './operation-types.ts';
import { type Clock, limitOf } from './settings.ts';

export interface WaitOptions {
  /**
   * Is ten minutes by default. A service that is away, busy or limiting meanwhile is asked again. The read in which the time runs out is cut. If
   * none succeeded, the error of the last is thrown.
   */
  readonly timeoutMs?: number;
  /**
   * Also waits for the analysis of a call that was answered: outcome, transcript and extraction follow within about a
   * minute of the end, if at all. After 90 seconds the call is returned as it is.
   */
  readonly forResults?: boolean;
  readonly signal?: AbortSignal;
}

type Call = ReplyOf<'readCall'>['call'];

interface Waiting {
  readonly id: string;
  readonly readCall: Client['readCall'];
  readonly clock: Clock;
}

/** Resolves with the call once it has ended, or throws `CallStillGoingError`. */
export async function waitForCall({ id, readCall, clock }: Waiting, options: WaitOptions): Promise<Call> {
  const { timeoutMs = 600_000, forResults = false, signal } = options;
  const began = clock.now();
  let call: Call | undefined;
  let endedAt: number | null = null;
  for (let pause = 1_000; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const limit = limitOf(timeoutMs - (clock.now() - began));
    let failure: unknown;
    try {
      ({ call } = await readCall({ id }, { signal: signal ? AbortSignal.any([signal, limit]) : limit }));
      if (hasEnded(call)) endedAt ??= clock.now();
    } catch (error) {
      if (error !== limit.reason && !mayPass(error)) throw error;
      failure = error === limit.reason ? new NoAnswerError({ operation: 'readCall', tries: 1, idempotencyKey: undefined }, error) : error;
    }
    if (call && endedAt !== null && (!forResults || hasResults(call) || clock.now() - endedAt > resultsFollowMs)) return call;
    if (limit.aborted || clock.now() - began + pause > timeoutMs) throw call ? new CallStillGoingError(call) : failure;
    await clock.sleep(pause, signal);
  }
}

/** Six reads a minute leave most of a budget of 120 to other requests. */
const longestPauseMs = 10_000;

/** The contract says "about a minute". A call without results by then is taken to get none. */
const resultsFollowMs = 90_000;

/**
 * True if the call was not answered, so that no analysis follows, or if its analysis is there. The end itself gives a
 * call that was answered no outcome, `VOICEMAIL` or `FAILED`; the analysis gives every other, with transcript and
 * extraction.
 */
const hasResults = ({ status, durationSeconds, outcome, transcript }: Call): boolean =>
  transcript !== null ||
  (status === 'failed' && durationSeconds === null) ||
  (outcome !== null && outcome !== 'VOICEMAIL' && outcome !== 'FAILED');

/** A later version may end calls in a status of its own. */
const hasEnded = ({ status, endedAt }: Call): boolean => Boolean(endedAt) || finalCallStatuses.some((final) => final === status);
