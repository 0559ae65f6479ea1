import { useCallback, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/**
 * Moves the focus as soon as what is being shown stands in the page: before the browser takes the next key, so that
 * whoever types fast types into the right place.
 */
export function useFocusWhenDrawn(): (find: () => HTMLElement | null) => void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const wanted = useRef<(() => HTMLElement | null) | null>(null);
  useLayoutEffect(() => {
    const find = wanted.current;
    wanted.current = null;
    find?.()?.focus();
  });
  return useCallback((find) => {
    wanted.current = find;
    draw(undefined);
  }, []);
}
