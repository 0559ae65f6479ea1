import { useCallback, useEffect, useState } from 'preact/hooks';
import { get, post, type Schemas } from './api.ts';

/** The linked service as the page knows it, and its clock. */
export type Service = Schemas['LinkedService'];

export interface Clock {
  readonly now: string;
  readonly realNow: string;
  readonly offsetSeconds: number;
}

export interface ServiceState {
  /** Undefined until it is known. */
  readonly service: Service | null | undefined;
  /** Null where there is none to be read. */
  readonly clock: Clock | null;
  /** The service's time in milliseconds, as it runs on. */
  now(): number;
  advance(seconds: number): Promise<void>;
}

/** The link can come late: `npm start` makes the key after the simulator is up. */
const lookAgainMs = 2_000;

export function useService(): ServiceState {
  const [service, setService] = useState<Service | null | undefined>(undefined);
  const [clock, setClock] = useState<Clock | null>(null);

  useEffect(() => {
    if (service) return undefined;
    const look = (): void =>
      void get<{ service: Service | null }>('/console/service').then(
        (answer) => setService(answer.service),
        () => undefined,
      );
    look();
    const timer = setInterval(look, lookAgainMs);
    return () => clearInterval(timer);
  }, [service]);

  useEffect(() => {
    if (!service?.canOperate) return;
    void get<{ clock: Clock }>('/console/clock').then(
      (answer) => setClock(answer.clock),
      () => setClock(null),
    );
  }, [service]);

  const advance = useCallback(async (seconds: number) => {
    setClock((await post<{ clock: Clock }>('/console/clock/advance', { seconds })).clock);
  }, []);

  return { service, clock, now: () => Date.now() + (clock?.offsetSeconds ?? 0) * 1_000, advance };
}
