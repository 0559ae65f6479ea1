import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get, post, type Schemas, sentenceOf } from '../link/api.ts';
import type { Connection } from '../timeline/stream.ts';
import type { Passed } from './words.ts';

/** The two clocks, the stories' and the linked service's, and actions that move both. */
export interface TimeState {
  /** Is null until it is known, and while it cannot be read. */
  readonly view: Schemas['TimeView'] | null;
  /** Says why the time cannot be read. */
  readonly problem: string | null;
  /** Is true while time is being moved. */
  readonly isMoving: boolean;
  /** Returns the current story time since the simulator started. */
  elapsedSeconds(): number;
  /** Returns the service's current time in milliseconds. */
  serviceNow(): number;
  freeze(): Promise<void>;
  run(speed: number): Promise<void>;
  /** Continues at the speed before the freeze. */
  resume(): Promise<void>;
  /** Moves stories and service together, from one due step to the next. Running time stands still meanwhile. */
  advance(seconds: number): Promise<Passed>;
  runUntilIdle(): Promise<Passed>;
  /** Moves only the service's clock to that moment. Resolves to the number of seconds. */
  advanceService(moment: string): Promise<number>;
}

/**
 * The waiting steps and the service's next moment may change without a timeline entry, so both are read again after
 * this time.
 */
const lookAgainMs = 5_000;
/** Moving time makes an entry for every step, so one read follows each burst. */
const settleMs = 200;

/** Reads the time. `version` grows with each timeline entry about the time. */
export function useTime(version: number, connection: Connection): TimeState {
  const { shown, keepView, look, lastSpeed } = useTimeView(version, connection);
  const [isMoving, setIsMoving] = useState(false);

  const move = async (path: string, body: object): Promise<Passed> => {
    setIsMoving(true);
    try {
      const moved = await post<Schemas['Passed']>(path, body);
      keepView(moved);
      return moved.passed;
    } finally {
      setIsMoving(false);
    }
  };
  const freeze = async (): Promise<void> => void keepView(await post<Schemas['TimeReply']>('/time/freeze'));
  const run = async (speed: number): Promise<void> => void keepView(await post<Schemas['TimeReply']>('/time/run', { speed }));

  return {
    ...shown,
    isMoving,
    freeze,
    run,
    resume: () => run(lastSpeed.current),
    async advance(seconds) {
      const before = await look();
      if (before.pace === 'frozen') return move('/time/advance', { seconds });
      await freeze();
      try {
        return await move('/time/advance', { seconds });
      } finally {
        await run(lastSpeed.current);
      }
    },
    runUntilIdle: () => move('/time/run-until-idle', {}),
    async advanceService(moment) {
      const { clock } = await get<{ clock: { now: string } }>('/console/clock');
      const seconds = Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(clock.now)) / 1_000));
      await post('/console/clock/advance', { seconds });
      await look();
      return seconds;
    },
  };
}

/** Reads the time after each entry about it, and again every few seconds. */
function useTimeView(version: number, connection: Connection) {
  const [view, setView] = useState<Schemas['TimeView'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const readAt = useRef(0);
  const lastSpeed = useRef(1);

  const keepView = useCallback(({ time }: Schemas['TimeReply']): Schemas['TimeView'] => {
    readAt.current = performance.now();
    if (time.pace === 'running') lastSpeed.current = time.speed ?? atOnce;
    setView(time);
    setProblem(null);
    return time;
  }, []);
  const look = useCallback(async (): Promise<Schemas['TimeView']> => keepView(await get<Schemas['TimeReply']>('/time')), []);

  useEffect(() => {
    if (connection !== 'live') return undefined;
    const lookOrSay = (): void =>
      void look().catch((error: unknown) => {
        setView(null);
        setProblem(sentenceOf(error));
      });
    const soon = setTimeout(lookOrSay, settleMs);
    const again = setInterval(lookOrSay, lookAgainMs);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [version, connection]);

  const sinceReadMs = (): number => performance.now() - readAt.current;
  const shown = {
    view,
    problem,
    elapsedSeconds: () => (view ? view.elapsedSeconds + (sinceReadMs() / 1_000) * (view.speed ?? 0) : 0),
    serviceNow: () => (view?.service ? Date.parse(view.service.now) + sinceReadMs() : Date.now()),
  };
  return { shown, keepView, look, lastSpeed };
}

/** This is the highest speed that a request may set; `--speed Infinity` behaves the same. */
const atOnce = 1_000_000;
