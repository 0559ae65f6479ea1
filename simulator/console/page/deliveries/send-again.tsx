import { useState } from 'preact/hooks';
import { Button } from '../frame/button.tsx';
import { Dialog } from '../frame/dialog.tsx';
import { Form, TextField } from '../frame/form.tsx';
import { jsonIn } from '../frame/json-in.ts';
import { Mark, Problem } from '../frame/parts.tsx';
import { isAccepted } from '../timeline/rows.ts';
import type { Received } from './delivery.ts';
import { type NewSending, useNewSending } from './new-sending.ts';

/** Sends a delivery again as it was edited, to its receiver or to another URL. The simulator signs it. */
export interface SendAgainProps {
  readonly received: Received;
  readonly receiver: string;
  readonly say: (sentence: string) => void;
}

export function SendAgain(props: SendAgainProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit and send
      </button>
      {isOpen && <SendDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SendDialog({ received, receiver, say, onClose }: SendAgainProps & { onClose: () => void }) {
  const sending = useNewSending(received, receiver, (sentence) => {
    say(sentence);
    onClose();
  });
  return (
    <Dialog title="Edit and send" isWide onClose={onClose}>
      <Form name="Edit and send" onSend={sending.send}>
        <TextField label="To" type="url" required value={sending.url} onText={(text) => sending.setUrl(text.trim())} />
        <BodyField sending={sending} />
        {received.deliveryId !== null && (
          <label class="switch">
            <input type="checkbox" checked={sending.isSame} onChange={(event) => sending.setSame(event.currentTarget.checked)} />
            Under the same delivery id
          </label>
        )}
        <Result sending={sending} />
        <Button type="submit" class="primary" isOff={sending.isBusy}>
          {sending.isBusy ? 'Sending…' : 'Send'}
        </Button>
      </Form>
    </Dialog>
  );
}

function BodyField({ sending: { body, setBody } }: { sending: NewSending }) {
  const json = jsonIn(body);
  return (
    <>
      <label>
        <span class="label">Body</span>
        <textarea class="mono" rows={12} value={body} spellcheck={false} onInput={(event) => setBody(event.currentTarget.value)} />
      </label>
      <p class="hint">
        {json === undefined
          ? 'This is not JSON. It is sent all the same. '
          : 'The simulator signs these bytes with the receiver’s secret. '}
        {json !== undefined && (
          <button type="button" class="quiet" onClick={() => setBody(JSON.stringify(json, null, 2))}>
            Indent
          </button>
        )}
      </p>
    </>
  );
}

function Result({ sending: { sent, problem } }: { sending: NewSending }) {
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      {sent && (
        <p role="status">
          <Mark tone={isAccepted(sent.status) ? 'good' : 'bad'} />{' '}
          {sent.status === null ? `No answer: ${sent.error}` : `Answered ${sent.status}.`}
        </p>
      )}
    </>
  );
}
