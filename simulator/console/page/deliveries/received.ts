import { useEffect, useState } from 'preact/hooks';
import { get, type Schemas, sentenceOf } from '../link/api.ts';
import type { DeliveryRow } from '../timeline/rows.ts';
import type { Received } from './delivery.ts';

export function useReceived(delivery: DeliveryRow, happened: number): { list: readonly Received[] | null; problem: string | null } {
  const [list, setList] = useState<readonly Received[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const query = delivery.deliveryId === null ? '' : `?deliveryId=${encodeURIComponent(delivery.deliveryId)}`;
    get<Schemas['Deliveries']>(`/receivers/${delivery.receiver}/deliveries${query}`).then(
      ({ deliveries }) => isCurrent && setList(deliveries.filter(({ deliveryId }) => deliveryId === delivery.deliveryId)),
      (error: unknown) => isCurrent && setProblem(sentenceOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [delivery.key, happened]);
  return { list, problem };
}
