import { useState } from 'preact/hooks';

/** A button for what cannot be taken back: it asks a second time. */
export function Surely({ act, name, onConfirm }: { act: 'Remove' | 'Revoke'; name: string; onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <button type="button" class="danger" onClick={unlessDouble(onConfirm)} onBlur={() => setSure(false)}>
      {act} for good
    </button>
  ) : (
    <button type="button" class="quiet" aria-label={`${act} ${name}`} onClick={() => setSure(true)}>
      {act}
    </button>
  );
}

/** Takes a click for an answer unless it is the second of a double click, which began before the question was there. */
export const unlessDouble =
  (answer: () => void) =>
  ({ detail: clicks }: MouseEvent): void => {
    if (clicks < 2) answer();
  };
