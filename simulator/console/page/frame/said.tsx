import { useEffect } from 'preact/hooks';

/** The result of an action. It is a new one each time, also where the words are the same. */
export interface Saying {
  readonly sentence: string;
}

/** Shows the result of an action for a while, and has screen readers announce it. */
export function Said({ saying, onGone }: { saying: Saying; onGone: () => void }) {
  const { sentence } = saying;
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = setTimeout(onGone, saidMs);
    return () => clearTimeout(timer);
  }, [saying]);
  return (
    <div class="said" role="status" data-shown={sentence !== ''}>
      {sentence}
    </div>
  );
}

const saidMs = 5_000;
