import { setTimeout as delay } from 'node:timers/promises';
import { askJson } from '../../../tools/conformance/ask-json.ts';
import type { Started } from '../../clients/started.ts';
import type { PlacedCall } from './demo.ts';
import { demoReceiver } from './demo-endpoint.ts';
import type { Screen } from './screen.ts';

export interface Finished {
  readonly expected: number;
  /** Holds one sentence for each webhook that did not arrive or did not verify. */
  readonly missing: readonly string[];
}

/** A demo call lasts seconds, so a webhook that is missing after this time will not come. */
const patienceMs = 90_000;
const betweenLooksMs = 100;

/** Shows the events of the calls as they happen, until every expected webhook has arrived. */
export async function showUntilDone(started: Started, calls: readonly PlacedCall[], screen: Screen): Promise<Finished> {
  screen.heading('Three calls, and the webhooks that they bring');
  const simulator = askJson(started.simulatorUrl, null);
  const missing = new Map(calls.flatMap((call) => call.events.map((event) => [keyOf(call, event), `${event} of "${call.story}"`])));
  const progress: Progress = { missing, verified: new Map() };
  const deadline = performance.now() + patienceMs;
  let seen = 0;
  while (missing.size > 0 && performance.now() < deadline) {
    const { entries } = await simulator<{ entries: readonly Entry[] }>('GET', `/timeline?after=${seen}`);
    for (const entry of entries) {
      seen = entry.seq;
      show(entry, calls, progress, screen);
      showAnswer(entry, progress, screen);
    }
    if (entries.length === 0) await delay(betweenLooksMs);
  }
  return { expected: calls.flatMap(({ events }) => events).length, missing: [...missing.values()] };
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
    if (entry.valid) progress.verified.set(entry.seq, { call, event: String(entry.event) });
  }
}

/**
 * Shows an answer. A webhook counts as arrived once its receiver accepted it: a verified one that was answered 500
 * comes again.
 */
function showAnswer(entry: Entry, progress: Progress, screen: Screen): void {
  const verified = progress.verified.get(entry.causedBy);
  if (entry.kind !== 'delivery.answered' || !verified) return;
  if (/^2\d\d$/.test(String(entry.answered))) progress.missing.delete(keyOf(verified.call, verified.event));
  else
    screen.happened(
      verified.call,
      `webhook ${verified.event} was answered ${entry.answered}: it comes again, after about a minute at first`,
      'bad',
    );
}

/** What is still waited for, and what has come. */
interface Progress {
  /** Holds a sentence for each webhook that no receiver has accepted yet. */
  readonly missing: Map<string, string>;
  /** Holds the webhooks whose signature holds, by the number of their entry in the timeline. */
  readonly verified: Map<number | undefined, { readonly call: PlacedCall; readonly event: string }>;
}

const keyOf = ({ id }: PlacedCall, event: string): string => `${id} ${event}`;
