import { useEffect, useReducer } from 'preact/hooks';

/** Draws a component again every second, for countdowns. */
export function useSeconds(isOn: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick(undefined), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
}
