import { useState } from 'preact/hooks';
import { Form, typedIn } from '../parts/form.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { api, worded } from './api.ts';

/** A form for an endpoint. The signing secret is shown once, when it was made. */
export function NewEndpoint({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const make = async (given: FormData, idempotencyKey: string): Promise<void> => {
    const body = { name: typedIn(given, 'name'), url: typedIn(given, 'url'), idempotencyKey };
    setSecret((await worded(api.createWebhookEndpoint(body))).endpoint.signingSecret);
  };
  return (
    <>
      <Form name="New endpoint" act="Make an endpoint" send={make} onDone={onDone}>
        <label>
          Name
          <input name="name" required maxLength={100} />
        </label>
        <label>
          URL
          <input name="url" type="url" required placeholder="https://" />
        </label>
      </Form>
      {secret !== null && <ShownOnce name="Signing secret" text={secret} />}
    </>
  );
}
