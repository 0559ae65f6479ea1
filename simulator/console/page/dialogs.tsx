import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from './api.ts';
import { span } from './format.ts';
import { Problem } from './parts.tsx';
import type { ServiceState } from './service.ts';
import { keepShortcuts, shortcuts } from './shortcuts.ts';

/** The browser's own dialog: it keeps the focus inside, closes on Escape, and gives the focus back. */
function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
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

export function ShortcutsDialog({ isOn, onSwitch, onClose }: { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            keepShortcuts(event.currentTarget.checked);
            onSwitch(event.currentTarget.checked);
          }}
        />
        <span>Single keys do something</span>
      </label>
    </Dialog>
  );
}

const steps = [
  { name: '1 minute', seconds: 60 },
  { name: '5 minutes', seconds: 300 },
  { name: '30 minutes', seconds: 1_800 },
  { name: '2 hours', seconds: 7_200 },
  { name: '6 hours', seconds: 21_600 },
  { name: '1 day', seconds: 86_400 },
];

export function ClockDialog({ service, say, onClose }: { service: ServiceState; say: (sentence: string) => void; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [typed, setTyped] = useState('90');
  const canMove = service.service?.canOperate === true;
  const advance = async (seconds: number): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    await service.advance(seconds).then(
      () => say(`The service’s clock moved ${span(seconds)} ahead. What became due happens now.`),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
    setIsBusy(false);
  };
  return (
    <Dialog title="Advance the clock" onClose={onClose}>
      <p class="hint">
        Retries, deadlines and limits of the service follow its own clock. Move it, and what waits for then happens now. Signatures keep the
        real time.
      </p>
      <p>
        <strong>{service.clock ? new Date(service.now()).toLocaleString('en-GB') : 'Not known'}</strong>{' '}
        <span class="muted">
          {service.clock && service.clock.offsetSeconds > 0
            ? `${span(service.clock.offsetSeconds)} ahead of the real time`
            : 'the real time'}
        </span>
      </p>
      <fieldset class="chips" aria-label="How far">
        {steps.map(({ name, seconds }) => (
          <button key={name} type="button" class="chip" disabled={!canMove || isBusy} onClick={() => void advance(seconds)}>
            {name}
          </button>
        ))}
      </fieldset>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void advance(Number(typed));
        }}
      >
        <label>
          <span class="unseen">Seconds</span>
          <input type="number" min={1} max={31_536_000} required value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!canMove || isBusy}>
          seconds ahead
        </button>
      </form>
      {problem && <Problem>{problem}</Problem>}
      {!canMove && (
        <p class="missing">
          The clock is the service’s. Run <code>npm start</code>, or start the simulator with <code>--operator-url</code> and{' '}
          <code>--operator-token</code>.
        </p>
      )}
    </Dialog>
  );
}
