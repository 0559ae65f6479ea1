import { useState } from 'preact/hooks';

/** A button for what cannot be taken back: it asks a second time. A double click does not answer. */
export function Surely({ act, name, onConfirm }: { act: 'Remove' | 'Revoke'; name: string; onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <button type="button" class="danger" onClick={({ detail: clicks }) => clicks < 2 && onConfirm()} onBlur={() => setSure(false)}>
      {act} for good
    </button>
  ) : (
    <button type="button" class="quiet" aria-label={`${act} ${name}`} onClick={() => setSure(true)}>
      {act}
    </button>
  );
}
