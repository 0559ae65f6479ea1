import { useState } from 'preact/hooks';
import { bytes } from '../frame/format.ts';
import { CopyButton, Verbatim } from '../frame/parts.tsx';
import { byteLength, type Received } from './delivery.ts';
import { bodyLines } from './diff.ts';

/** Shows headers and body side by side as they arrived: the signed bytes on the right, the signature on the left. */
export function RawRequest({ received }: { received: Received }) {
  const [isPretty, setIsPretty] = useState(false);
  const body = isPretty ? bodyLines(received).join('\n') : received.body;
  return (
    <section class="block" aria-label="Raw request">
      <div class="raw-head">
        <h3>Raw request</h3>
        <span class="muted">
          {received.method}, {bytes(byteLength(received))}
        </span>
        <button type="button" class="quiet" aria-pressed={isPretty} onClick={() => setIsPretty(!isPretty)}>
          {isPretty ? 'As it came' : 'Indent'}
        </button>
        <CopyButton label="Copy" name="Copy the body" text={() => received.body} />
      </div>
      <div class="side-by-side">
        <div>
          <h4>Headers</h4>
          <dl class="headers mono">
            {Object.entries(received.headers).map(([name, value]) => (
              <div key={name} class={name.startsWith('x-webhook') ? 'ours' : ''}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h4>Body{isPretty && ', indented for reading; the signature is of the bytes as they came'}</h4>
          <Verbatim label="Body">{body}</Verbatim>
        </div>
      </div>
    </section>
  );
}
