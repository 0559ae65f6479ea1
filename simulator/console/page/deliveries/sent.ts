import { useEffect, useState } from 'preact/hooks';
import { get } from '../link/api.ts';
import type { Service } from '../link/service.ts';
import type { DeliveryRow } from '../timeline/rows.ts';
import type { SentAttempt, SentDelivery } from './delivery.ts';

/** The service's record of a delivery. */
export interface Sent {
  readonly delivery: SentDelivery | null;
  readonly attempts: readonly SentAttempt[];
}

/**
 * Reads the service's record of a delivery. The service records an attempt's outcome after the answer, on a busy
 * machine seconds later, so it is asked until it knows the attempt that arrived here.
 */
export function useSent(delivery: DeliveryRow, service: Service | null | undefined, happened: number): Sent {
  const [sent, setSent] = useState<Sent>({ delivery: null, attempts: [] });
  const seen = delivery.attempts.at(-1)?.attempt ?? 0;
  useEffect(() => {
    if (!service?.canOperate || delivery.deliveryId === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const readAfter = (ms: number): void => {
      timer = setTimeout(async () => {
        const answer = await get<Sent>(`/console/deliveries/${delivery.deliveryId}`).catch(() => null);
        if (!isCurrent) return;
        if (answer) setSent(answer);
        if (!answer || answer.attempts.length < seen) readAfter(Math.min(ms * 2, readAgainAtMostMs));
      }, ms);
    };
    readAfter(readAgainMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [delivery.key, happened, service]);
  return sent;
}

const readAgainMs = 200;
const readAgainAtMostMs = 5_000;
