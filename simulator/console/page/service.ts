import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
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
  /** Moves the clock to that moment, and no further. Resolves to how many seconds that were. */
  advanceTo(moment: string): Promise<number>;
}

/** The link can come late: `npm start` makes the key after the simulator is up. */
const lookAgainMs = 2_000;

export function useService(): ServiceState {
  const [service, setService] = useState<Service | null | undefined>(undefined);
  const [clock, setClock] = useState<Clock | null>(null);
  const readAt = useRef(0);
  const keepClock = useCallback((answer: { clock: Clock }): Clock => {
    readAt.current = performance.now();
    setClock(answer.clock);
    return answer.clock;
  }, []);

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
    readClock().then(keepClock, () => setClock(null));
  }, [service]);

  const advance = useCallback(async (seconds: number) => {
    keepClock(await post<{ clock: Clock }>('/console/clock/advance', { seconds }));
  }, []);
  const advanceTo = useCallback(async (moment: string) => {
    const { now } = keepClock(await readClock());
    const seconds = Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1_000));
    await advance(seconds);
    return seconds;
  }, []);

  const now = (): number => (clock ? Date.parse(clock.now) + performance.now() - readAt.current : Date.now());
  return { service, clock, now, advance, advanceTo };
}

const readClock = (): Promise<{ clock: Clock }> => get('/console/clock');
