import { useState } from 'preact/hooks';
import { Button, unlessDouble } from './button.tsx';

/** Resets the simulator at the second press, because everything would be lost. The first press asks, until the button is left. */
export function ResetButton({ onReset }: { onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Button
      class={isAsking ? 'danger' : 'quiet'}
      onBlur={() => setIsAsking(false)}
      onClick={unlessDouble(() => {
        if (isAsking) onReset();
        setIsAsking(!isAsking);
      })}
    >
      {isAsking ? 'Forget everything?' : 'Reset'}
    </Button>
  );
}
