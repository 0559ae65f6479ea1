import { useEffect, useState } from 'preact/hooks';

/** Resets the simulator at the second press, because everything would be lost. The first press asks. */
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
