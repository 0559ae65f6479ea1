import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { isSessionOver, type Refusal, refusalOf } from './refusal.ts';
import { Session } from './session.ts';

export interface Asked<Body> {
  /** The last answer; null before the first. */
  readonly body: Body | null;
  /** Why there is no newer one. */
  readonly refusal: Refusal | null;
  /** Resolves when the answer is there, or why there is none. */
  readonly askAgain: () => Promise<void>;
}

/**
 * Asks when the component comes and whenever `key` changes, and again every `everyMs` while the page is seen. An answer is dropped if
 * it is late for its key, or if one has come that was asked for after it.
 */
export function useAnswer<Body>(key: string, ask: () => Promise<Body>, everyMs?: number): Asked<Body> {
  const { end } = useContext(Session);
  const [state, setState] = useState<{ key: string; body: Body | null; refusal: Refusal | null }>({ key, body: null, refusal: null });
  const latest = useRef({ key, ask });
  latest.current = { key, ask };
  const asks = useRef({ begun: 0, taken: 0 });

  const askNow = useCallback(async (): Promise<void> => {
    const { key: asked, ask: askFor } = latest.current;
    asks.current.begun += 1;
    const nth = asks.current.begun;
    const take: typeof setState = (answer) => {
      if (latest.current.key !== asked || nth < asks.current.taken) return;
      asks.current.taken = nth;
      setState(answer);
    };
    try {
      take({ key: asked, body: await askFor(), refusal: null });
    } catch (error) {
      if (isSessionOver(error)) end();
      else take(({ key: of, body }) => ({ key: asked, body: of === asked ? body : null, refusal: refusalOf(error) }));
    }
  }, [end]);

  useEffect(() => {
    void askNow();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && void askNow(), everyMs);
    return () => clearInterval(timer);
  }, [key, askNow, everyMs]);

  const current = state.key === key ? state : { body: null, refusal: null };
  return { body: current.body, refusal: current.refusal, askAgain: askNow };
}
