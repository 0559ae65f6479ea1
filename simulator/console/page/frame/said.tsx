import { useEffect } from 'preact/hooks';

/** Shows the result of an action for a while, and has screen readers announce it. */
export function Said({ sentence, onGone }: { sentence: string; onGone: () => void }) {
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = setTimeout(onGone, saidMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div class="said" role="status" data-shown={sentence !== ''}>
      {sentence}
    </div>
  );
}

const saidMs = 5_000;
