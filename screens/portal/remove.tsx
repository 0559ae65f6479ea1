import { useState } from 'preact/hooks';

/** Asks a second time before it removes. */
export function Remove({ name, onConfirm }: { name: string; onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <button type="button" class="danger" onClick={onConfirm} onBlur={() => setSure(false)}>
      Remove for good
    </button>
  ) : (
    <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={() => setSure(true)}>
      Remove
    </button>
  );
}
