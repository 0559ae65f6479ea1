import { useCallback, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/**
 * Moves the focus once the new content is in the page and before the browser handles the next key, so that fast typing
 * reaches the right field.
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
