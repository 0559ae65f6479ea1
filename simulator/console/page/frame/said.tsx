import { useEffect } from 'preact/hooks';

/** What an action came to, shown for a while and read out by a screen reader. */
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
