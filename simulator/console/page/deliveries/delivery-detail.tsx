import { useState } from 'preact/hooks';
import { type Expected, expectedOf } from '../expectations/expectation.ts';
import { span } from '../frame/format.ts';
import { Badge, CopyButton, Problem } from '../frame/parts.tsx';
import { useSeconds } from '../frame/use-seconds.ts';
import { sentenceOf } from '../link/api.ts';
import type { Service } from '../link/service.ts';
import { curlOfDelivery } from '../take-along/curl.ts';
import type { TimeState } from '../time/time.ts';
import type { Attempt, DeliveryRow } from '../timeline/rows.ts';
import { Attempts } from './attempts.tsx';
import { Comparison } from './comparison.tsx';
import type { Received, SentDelivery } from './delivery.ts';
import { deliveryStanding } from './delivery-standing.ts';
import { explainDelivery } from './explain-delivery.ts';
import { RawRequest } from './raw-request.tsx';
import { useReceived } from './received.ts';
import { replay } from './replay.ts';
import { useSent } from './sent.ts';
import { Verdict } from './verdict.tsx';

/**
 * One delivery: the reason for its state, each attempt with its verdict, raw headers and body, and a comparison of two
 * attempts.
 */
export interface DeliveryDetailProps {
  readonly delivery: DeliveryRow;
  readonly service: Service | null | undefined;
  readonly time: TimeState;
  readonly onCall: (() => void) | null;
  readonly onExpect: (expected: Expected) => void;
  readonly say: (sentence: string) => void;
}

export function DeliveryDetail({ delivery, service, time, onCall, onExpect, say }: DeliveryDetailProps) {
  const happened = delivery.entries.length;
  const received = useReceived(delivery, happened);
  const sent = useSent(delivery, service, happened);
  const [chosen, setChosen] = useState<number | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const { problem, busy, run } = useActions(say);
  const attempt = delivery.attempts.find(({ seq }) => seq === chosen) ?? delivery.attempts.at(-1);
  const other = delivery.attempts.find(({ seq }) => seq === compared && seq !== attempt?.seq);
  const standing = deliveryStanding(delivery);
  const found = attempt && received.list?.find(matches(attempt));
  const foundOther = other && received.list?.find(matches(other));
  const next = nextAttempt(sent.delivery, time.serviceNow());
  useSeconds(next !== null);
  const canReplay =
    service?.canCall && delivery.deliveryId !== null && sent.delivery?.status !== 'retrying' && sent.delivery?.status !== 'pending';

  return (
    <article class="detail">
      <header class="detail-head">
        <div class="detail-title">
          <h2>{delivery.event ?? 'Not one of our events'}</h2>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </div>
        <p class="mono muted wrap">
          to {delivery.receiver} · {delivery.deliveryId ?? 'without a delivery id'}
        </p>
        <p class="verdict-line">{explainDelivery(delivery, sent.delivery, time.serviceNow())}</p>
        <div class="actions">
          <button
            type="button"
            class="primary"
            disabled={!canReplay || busy}
            title={canReplay ? '' : whyNoReplay(service, sent.delivery)}
            onClick={() => void run(() => replay(delivery).then(() => 'Replayed.'))}
          >
            Replay
          </button>
          {next !== null && (
            <button
              type="button"
              disabled={busy}
              onClick={() => void run(async () => `The service’s clock moved ${span(await time.advanceService(next))} ahead.`)}
            >
              Skip to the next attempt
            </button>
          )}
          {found && (
            <CopyButton
              label="Copy as curl"
              name="Copy as curl"
              text={() => curlOfDelivery(`${location.origin}/receivers/${delivery.receiver}`, found)}
            />
          )}
          {received.list && (
            <button type="button" class="quiet" onClick={() => onExpect(expectedOf(delivery, found))}>
              Expect
            </button>
          )}
          {onCall && (
            <button type="button" class="quiet" onClick={onCall}>
              Its call ›
            </button>
          )}
        </div>
        {problem && <Problem>{problem}</Problem>}
      </header>
      <Attempts
        delivery={delivery}
        sent={sent.attempts}
        chosen={attempt?.seq ?? null}
        compared={other?.seq ?? null}
        choose={setChosen}
        compare={setCompared}
      />
      {received.problem && <Problem>{received.problem}</Problem>}
      {found && !foundOther && <Verdict received={found} />}
      {found && foundOther && attempt && other ? (
        <Comparison one={foundOther} two={found} names={[`Attempt ${other.attempt}`, `Attempt ${attempt.attempt}`]} />
      ) : (
        found && <RawRequest received={found} />
      )}
      {received.list && !found && (
        <p class="muted block">The simulator has forgotten the bytes of this attempt; it keeps the newest thousand of each receiver.</p>
      )}
    </article>
  );
}

const matches =
  ({ attempt, at }: Attempt) =>
  (received: Received): boolean =>
    received.attempt === attempt && Math.abs(Date.parse(received.receivedAt) - Date.parse(at)) < 1_000;

function whyNoReplay(service: Service | null | undefined, sent: SentDelivery | null): string {
  if (!service?.canCall) return 'No service is linked.';
  return sent?.status === 'retrying' ? 'It is still being retried; a finished one can be replayed.' : 'It is being sent.';
}

/** Returns the time of the next attempt, or null if there is none. */
function nextAttempt(sent: SentDelivery | null, now: number): string | null {
  if (sent?.status !== 'retrying' || sent.nextRetryAt === null) return null;
  return Date.parse(sent.nextRetryAt) > now ? sent.nextRetryAt : null;
}

function useActions(say: (sentence: string) => void): {
  problem: string | null;
  busy: boolean;
  run(work: () => Promise<string>): Promise<void>;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Runs an action and shows the sentence that it resolves to. */
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    await work().then(say, (error: unknown) => setProblem(sentenceOf(error)));
    setBusy(false);
  };
  return { problem, busy, run };
}
