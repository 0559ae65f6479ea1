import { Button } from '../frame/button.tsx';
import { span } from '../frame/format.ts';
import { CopyButton, DetailHead, Problem } from '../frame/parts.tsx';
import { useSeconds } from '../frame/use-seconds.ts';
import { useWork } from '../frame/use-work.ts';
import type { Service } from '../link/service.ts';
import { curlOfDelivery } from '../take-along/curl.ts';
import type { TimeState } from '../time/time.ts';
import type { DeliveryRow } from '../timeline/rows.ts';
import { type Received, replay, type SentDelivery } from './delivery.ts';
import { deliveryStanding } from './delivery-standing.ts';
import { explainDelivery } from './explain-delivery.ts';
import { SendAgain } from './send-again.tsx';

/** The head of a delivery: its state, the reason for it, and the actions on it. */
export interface DeliveryHeadProps {
  readonly delivery: DeliveryRow;
  /** Is the delivery as the service knows it. */
  readonly sent: SentDelivery | null;
  /** Is the chosen attempt as the receiver got it. */
  readonly found: Received | undefined;
  readonly service: Service | null | undefined;
  readonly time: TimeState;
  readonly onCall: (() => void) | null;
  readonly onExpect: (() => void) | null;
  readonly say: (sentence: string) => void;
}

export function DeliveryHead({ delivery, sent, found, service, time, onCall, onExpect, say }: DeliveryHeadProps) {
  const { problem, isBusy, run: work } = useWork();
  const run: RunAction = (action) => work(() => action().then(say));
  const next = nextAttempt(sent, time.serviceNow());
  useSeconds(next !== null);
  return (
    <DetailHead
      title={delivery.event ?? 'Not one of our events'}
      standing={deliveryStanding(delivery)}
      names={`to ${delivery.receiver} · ${delivery.deliveryId ?? 'without a delivery id'}`}
    >
      <p class="verdict-line">{explainDelivery(delivery, sent, time.serviceNow())}</p>
      <div class="actions">
        <ReplayButton {...{ delivery, sent, service, isBusy, run }} />
        {sent && <SkipButton {...{ next, sent, time, isBusy, run }} />}
        {found && <SendAgain received={found} receiver={delivery.receiver} say={say} />}
        {found && (
          <CopyButton
            label="Copy as curl"
            name="Copy as curl"
            text={() => curlOfDelivery(`${location.origin}/receivers/${delivery.receiver}`, found)}
          />
        )}
        {onExpect && (
          <button type="button" class="quiet" onClick={onExpect}>
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
    </DetailHead>
  );
}

interface ActionProps {
  readonly isBusy: boolean;
  readonly run: RunAction;
}

/** Runs an action, and says the sentence that it resolves to. */
type RunAction = (work: () => Promise<string>) => Promise<unknown>;

function ReplayButton({ delivery, sent, service, isBusy, run }: ActionProps & Pick<DeliveryHeadProps, 'delivery' | 'sent' | 'service'>) {
  const canReplay = service?.canCall && delivery.deliveryId !== null && sent?.status !== 'retrying' && sent?.status !== 'pending';
  return (
    <Button
      class="primary"
      isOff={!canReplay || isBusy}
      title={canReplay ? '' : whyNoReplay(service, sent)}
      onClick={() => void run(() => replay(delivery).then(() => 'Replayed.'))}
    >
      Replay
    </Button>
  );
}

function SkipButton({
  next,
  sent,
  time,
  isBusy,
  run,
}: ActionProps & { readonly next: string | null; readonly sent: SentDelivery; readonly time: TimeState }) {
  const why = sent.status === 'retrying' ? 'The next attempt is due now.' : 'No attempt is to come.';
  return (
    <Button
      isOff={next === null || isBusy}
      title={next === null ? why : ''}
      onClick={() => next !== null && void run(async () => `The service’s clock moved ${span(await time.advanceService(next))} ahead.`)}
    >
      Skip to the next attempt
    </Button>
  );
}

function whyNoReplay(service: Service | null | undefined, sent: SentDelivery | null): string {
  if (!service?.canCall) return 'No service is linked.';
  return sent?.status === 'retrying' ? 'It is still being retried; a finished one can be replayed.' : 'It is being sent.';
}

/** Returns the time of the next attempt, or null if there is none. */
function nextAttempt(sent: SentDelivery | null, now: number): string | null {
  if (sent?.status !== 'retrying' || sent.nextRetryAt === null) return null;
  return Date.parse(sent.nextRetryAt) > now ? sent.nextRetryAt : null;
}
