import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A dialog of the browser: it keeps the focus inside, closes on Escape, and returns the focus. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; Escape does, too, by itself.
    <dialog
      ref={box}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) box.current?.close();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => box.current?.close()}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
