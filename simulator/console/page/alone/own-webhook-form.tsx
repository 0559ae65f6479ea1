import type { Ref } from 'preact';
import { StoryOptions } from '../calls/story-options.tsx';
import { Button } from '../frame/button.tsx';
import { Form, SelectField, TextField } from '../frame/form.tsx';
import { Problem } from '../frame/parts.tsx';
import { type OwnWebhookOptions, otherEvents, useOwnWebhook } from './own-webhook.ts';

/** The form in the place of that for calls while no service is linked: the simulator sends the webhooks itself. */
export interface OwnWebhookFormProps extends OwnWebhookOptions {
  readonly firstField: Ref<HTMLSelectElement>;
}

export function OwnWebhookForm({ scenarios, firstField, ...heard }: OwnWebhookFormProps) {
  const webhook = useOwnWebhook({ scenarios, ...heard });
  const { scenario, problem, isBusy } = webhook;
  return (
    <Form name="Send a webhook" onSend={webhook.send}>
      <SelectField label="Story or event" ref={firstField} value={webhook.choice} onChoose={webhook.choose}>
        <StoryOptions scenarios={scenarios} />
        <optgroup label="Other events">
          {otherEvents.map((event) => (
            <option key={event} value={event}>
              {event}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <p class="hint">
        {scenario
          ? `${scenario.description} Its call.completed follows.`
          : 'An example of the document, with new ids and the present time.'}
      </p>
      <TextField label="Receiver" type="url" value={webhook.url} required onText={(text) => webhook.setUrl(text.trim())} />
      <TextField label="Signing secret" value={webhook.secret} onText={webhook.setSecret} />
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" class="primary" isOff={isBusy}>
        {isBusy ? 'Sending…' : scenario ? 'Place the call' : 'Send the webhook'}
      </Button>
      <p class="missing">
        No service is linked, so the simulator signs and sends the webhooks itself. <code>npm start</code> or <code>--service-url</code>{' '}
        links one.
      </p>
    </Form>
  );
}
