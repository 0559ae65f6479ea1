import { useEffect, useState } from 'preact/hooks';

/** Everything would be gone: the first press asks, the second means it. */
export function ResetButton({ onReset }: { onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setIsAsking(false), reconsiderMs);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return (
    <button
      type="button"
      class={isAsking ? 'danger' : 'quiet'}
      onClick={() => {
        if (isAsking) onReset();
        setIsAsking(!isAsking);
      }}
    >
      {isAsking ? 'Forget everything?' : 'Reset'}
    </button>
  );
}

const reconsiderMs = 3_000;
