import { setTimeout as delay } from 'node:timers/promises';
import type { PlacedCall } from './demo.ts';
import { demoReceiver } from './demo-endpoint.ts';
import { jsonApi } from './json-api.ts';
import type { Screen } from './screen.ts';
import type { Started } from './started.ts';

export interface Finished {
  readonly expected: number;
  /** Holds one sentence for each webhook that did not arrive or did not verify. */
  readonly missing: readonly string[];
}

/** A demo call lasts seconds, so a webhook that is missing after this time will not come. */
const patienceMs = 90_000;
const betweenLooksMs = 100;

/** Shows the events of the calls as they happen, until every expected webhook has arrived. */
export async function showUntilDone({
  started,
  calls,
  screen,
}: {
  started: Started;
  calls: readonly PlacedCall[];
  screen: Screen;
}): Promise<Finished> {
  screen.heading('Three calls, and the webhooks that they bring');
  const simulator = jsonApi(started.simulatorUrl, null);
  const progress = newProgress(calls);
  const deadline = performance.now() + patienceMs;
  let seen = 0;
  while (progress.missing().length > 0 && performance.now() < deadline) {
    const { entries } = await simulator.get<{ entries: readonly Entry[] }>(`/timeline?after=${seen}`);
    for (const entry of entries) {
      seen = entry.seq;
      show(entry, calls, progress, screen);
      showAnswer(entry, progress, screen);
    }
    if (entries.length === 0) await delay(betweenLooksMs);
  }
  return { expected: calls.flatMap(({ events }) => events).length, missing: progress.missing() };
}

/** The fields of the simulator's timeline that are used here; `openapi/simulator.yaml` describes all of them. */
interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly causedBy?: number;
  readonly answered?: string | number;
  readonly callId?: string | null;
  readonly state?: string;
  readonly endedReason?: string;
  readonly receiver?: string;
  readonly event?: string | null;
  readonly outcome?: string | null;
  readonly attempt?: number;
  readonly valid?: boolean;
  readonly explanation?: string;
}

function show(entry: Entry, calls: readonly PlacedCall[], progress: Progress, screen: Screen): void {
  const call = calls.find(({ id }) => id === entry.callId);
  if (!call) return;
  if (entry.kind === 'call.state') {
    screen.happened(call, entry.endedReason ? `${entry.state} (${entry.endedReason})` : String(entry.state), 'plain');
  }
  if (entry.kind === 'delivery' && entry.receiver === demoReceiver) {
    const what = entry.outcome ? `${entry.event} ${entry.outcome}` : String(entry.event);
    screen.happened(call, `webhook ${what}, attempt ${entry.attempt}: ${entry.explanation}`, entry.valid ? 'good' : 'bad');
    if (entry.valid) progress.verified(entry.seq, call, String(entry.event));
  }
}

/**
 * Shows an answer. A webhook counts as arrived once its receiver accepted it: a verified one that was answered 500
 * comes again.
 */
function showAnswer(entry: Entry, progress: Progress, screen: Screen): void {
  const verified = progress.answerTo(entry.causedBy);
  if (entry.kind !== 'delivery.answered' || !verified) return;
  if (/^2\d\d$/.test(String(entry.answered))) progress.arrived(verified.call, verified.event);
  else
    screen.happened(
      verified.call,
      `webhook ${verified.event} was answered ${entry.answered}: it comes again, after about a minute at first`,
      'bad',
    );
}

interface Progress {
  /** Records that the timeline's entry `seq` is a delivery whose signature holds. */
  verified(seq: number, call: PlacedCall, event: string): void;
  answerTo(seq: number | undefined): { readonly call: PlacedCall; readonly event: string } | undefined;
  arrived(call: PlacedCall, event: string): void;
  missing(): readonly string[];
}

function newProgress(calls: readonly PlacedCall[]): Progress {
  const waiting = new Map(calls.flatMap((call) => call.events.map((event) => [`${call.id} ${event}`, `${event} of "${call.story}"`])));
  const verified = new Map<number, { call: PlacedCall; event: string }>();
  return {
    verified: (seq, call, event) => {
      verified.set(seq, { call, event });
    },
    answerTo: (seq) => (seq === undefined ? undefined : verified.get(seq)),
    arrived: (call, event) => {
      waiting.delete(`${call.id} ${event}`);
    },
    missing: () => [...waiting.values()],
  };
}
