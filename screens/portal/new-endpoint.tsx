import { useState } from 'preact/hooks';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { ShownOnce } from '../operator/parts.tsx';
import { useChange } from '../operator/use-change.ts';
import { api, worded } from './api.ts';

/** A form for an endpoint. The signing secret is shown once, when it was made. */
export function NewEndpoint({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const { isAsked, problem, ask } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    void ask(async () => {
      const { endpoint } = await worded(api.createWebhookEndpoint({ name: String(given.get('name')), url: String(given.get('url')) }));
      setSecret(endpoint.signingSecret);
      form.reset();
    }).then(onDone);
  };
  return (
    <form class="facets" aria-label="New endpoint" onSubmit={submit}>
      <label>
        Name
        <input name="name" required maxLength={100} />
      </label>
      <label>
        URL
        <input name="url" type="url" required placeholder="https://" />
      </label>
      <button type="submit" class="primary" disabled={isAsked}>
        Make an endpoint
      </button>
      {problem !== null && <Problem>{problem}</Problem>}
      {secret !== null && <ShownOnce name="Signing secret" text={secret} />}
    </form>
  );
}
