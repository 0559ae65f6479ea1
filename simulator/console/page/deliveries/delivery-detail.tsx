import { type Expected, expectedOf } from '../expectations/expectation.ts';
import { Problem } from '../frame/parts.tsx';
import type { Service } from '../link/service.ts';
import type { TimeState } from '../time/time.ts';
import type { Attempt, DeliveryRow } from '../timeline/rows.ts';
import { Attempts } from './attempts.tsx';
import { useChosenAttempts } from './chosen-attempts.ts';
import { Comparison } from './comparison.tsx';
import type { Received } from './delivery.ts';
import { DeliveryHead } from './delivery-head.tsx';
import { RawRequest } from './raw-request.tsx';
import { useReceived } from './received.ts';
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
  const { shown: attempt, compared: other, choose, compare } = useChosenAttempts(delivery);
  const found = attempt && received.list?.find(matches(attempt));
  const foundOther = other && received.list?.find(matches(other));

  return (
    <article class="detail">
      <DeliveryHead
        {...{ delivery, service, time, say, found, onCall }}
        sent={sent.delivery}
        onExpect={received.list ? () => onExpect(expectedOf(delivery, found)) : null}
      />
      <Attempts
        delivery={delivery}
        sent={sent}
        chosen={attempt?.attempt ?? null}
        compared={other?.attempt ?? null}
        choose={choose}
        compare={compare}
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
