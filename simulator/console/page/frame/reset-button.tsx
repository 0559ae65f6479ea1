import { useState } from 'preact/hooks';

/** Resets the simulator at the second press, because everything would be lost. The first press asks, until the button is left. A double click is one press. */
export function ResetButton({ onReset }: { onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <button
      type="button"
      class={isAsking ? 'danger' : 'quiet'}
      onBlur={() => setIsAsking(false)}
      onClick={({ detail: clicks }) => {
        if (clicks > 1) return;
        if (isAsking) onReset();
        setIsAsking(!isAsking);
      }}
    >
      {isAsking ? 'Forget everything?' : 'Reset'}
    </button>
  );
}
