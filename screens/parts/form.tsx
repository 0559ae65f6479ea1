import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { useChange } from './use-change.ts';

interface FormProps {
  readonly name: string;
  /** Is what the button says. */
  readonly act: string;
  /** Is asked before what cannot be taken back is sent. */
  readonly question?: (given: FormData) => string;
  /** `key` names this sending. It is the same where nothing was changed since the last one, which was not done. */
  readonly send: (given: FormData, key: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly children: ComponentChildren;
}

/** A form that is sent once at a time. It is emptied when that is done and nothing else was typed, and shows the API's words where it is refused. */
export function Form({ name, act, question, send, onDone, children }: FormProps) {
  const { isBusy, problem, run } = useChange();
  const [asksBack, askBack] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef({ said: '', key: '' });
  const sendNow = async (): Promise<void> => {
    if (!form.current) return;
    const given = new FormData(form.current);
    const said = saidIn(given);
    if (last.current.said !== said) last.current = { said, key: `page-${crypto.getRandomValues(new Uint32Array(4)).join('-')}` };
    const { key } = last.current;
    if (!(await run(() => send(given, key)))) return;
    last.current = { said: '', key: '' };
    // What was typed meanwhile was not sent.
    if (form.current && saidIn(new FormData(form.current)) === said) form.current.reset();
    onDone();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (question && form.current) askBack(question(new FormData(form.current)));
    else void sendNow();
  };
  const leaveQuestion = (): void => {
    // The button that was pressed goes, and the focus would go with it.
    button.current?.focus();
    askBack(null);
  };
  return (
    <form ref={form} class="facets" aria-label={name} onSubmit={submit} onInput={() => askBack(null)}>
      {children}
      <Button ref={button} type="submit" class="primary" isOff={isBusy || asksBack !== null}>
        {act}
      </Button>
      {asksBack !== null && (
        <p class="whole" role="alert">
          {asksBack}{' '}
          <button
            type="button"
            class="primary"
            onClick={() => {
              leaveQuestion();
              void sendNow();
            }}
          >
            Yes
          </button>{' '}
          <button type="button" onClick={leaveQuestion}>
            No
          </button>
        </p>
      )}
      {problem !== null && <Problem>{problem}</Problem>}
    </form>
  );
}

const saidIn = (given: FormData): string => JSON.stringify([...given]);

/** Returns what was typed into a field. */
export const typedIn = (given: FormData, name: string): string => String(given.get(name) ?? '').trim();
