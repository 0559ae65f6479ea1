import { useState } from 'preact/hooks';
import { bytes } from '../frame/format.ts';
import { Json } from '../frame/json.tsx';
import { jsonIn } from '../frame/json-in.ts';
import { CopyButton, Verbatim } from '../frame/parts.tsx';
import { byteLength, type Received } from './delivery.ts';

/** Shows headers and body side by side: the body as a tree for reading, or as the signed bytes. */
export function RawRequest({ received }: { received: Received }) {
  const [asItCame, setAsItCame] = useState(false);
  const json = jsonIn(received.body);
  return (
    <section class="block" aria-label="Raw request">
      <div class="raw-head">
        <h3>Raw request</h3>
        <span class="muted">
          {received.method}, {bytes(byteLength(received))}
        </span>
        {json !== undefined && (
          <button type="button" class="quiet" aria-pressed={asItCame} onClick={() => setAsItCame(!asItCame)}>
            As it came
          </button>
        )}
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
          <h4>Body</h4>
          {json === undefined || asItCame ? <Verbatim label="Body">{received.body}</Verbatim> : <Json label="Body" value={json} />}
        </div>
      </div>
    </section>
  );
}
