import { useRef, useState } from 'preact/hooks';
import { Button, unlessDouble } from '../../simulator/console/page/frame/button.tsx';

/** A button for what cannot be taken back: it asks a second time. */
export function Surely({ act, name, onConfirm }: { act: 'Remove' | 'Revoke'; name: string; onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const confirm = (): void => {
    // The row goes, and the focus would go with it.
    button.current?.closest<HTMLElement>('.scrolled')?.focus();
    onConfirm();
  };
  return isSure ? (
    <Button ref={button} class="danger" onClick={unlessDouble(confirm)} onBlur={() => setSure(false)}>
      {act} for good
    </Button>
  ) : (
    <Button class="quiet" aria-label={`${act} ${name}`} onClick={() => setSure(true)}>
      {act}
    </Button>
  );
}
