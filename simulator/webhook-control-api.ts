import { parseUrl } from '../src/process/parse-url.ts';
import { invalid, receiverNotFound } from './control-api.ts';
import { type ControlOperation, ok } from './control-operations.ts';
import { type Json, objectAt, textAt } from './json.ts';
import type { ContractProblem } from './receivers/event-contract.ts';
import type { Receivers } from './receivers/receivers.ts';
import { madeUpEvent } from './webhooks/made-up-event.ts';
import type { OwnCalls } from './webhooks/own-calls.ts';
import type { WebhookSender, WebhookTarget } from './webhooks/sender.ts';

export interface OwnWebhooks {
  readonly sender: WebhookSender;
  readonly calls: OwnCalls;
  /** Signs what a request names no secret for. */
  readonly secret: string;
  readonly now: () => Date;
}

/** Implements the operations of webhooks without a service. Their bodies already fit the document. */
export function webhookOperations(
  { sender, calls, secret, now }: OwnWebhooks,
  receivers: Pick<Receivers, 'find'>,
  url: () => string,
): Readonly<Record<string, ControlOperation>> {
  /** Returns null for an address that is none. */
  const targetOf = (body: Json): WebhookTarget | null => {
    const url = textAt(body, 'url') ?? '';
    if (parseUrl(url) === null) return null;
    return { url, secret: textAt(body, 'secret') ?? secret, standardWebhooks: body['standardWebhooks'] === true };
  };
  return {
    sendWebhook: async ({ body }) => {
      const target = targetOf(body);
      if (!target) return notAnAddress();
      const event = textAt(body, 'event') ?? '';
      const { body: made, problems } = madeUpEvent(event, objectAt(body, 'data') ?? {}, now());
      if (problems.length > 0) return invalid(`This is no ${event} of the AsyncAPI document: ${problems.map(asSentence).join(' ')}`);
      return ok({ webhook: await sender.send(made, target) }, 201);
    },
    sendEditedWebhook: async ({ body }) => {
      const receiver = receivers.find(textAt(body, 'receiver') ?? '');
      if (!receiver) return receiverNotFound();
      const target = targetOf({ url: `${url()}/receivers/${receiver.name}`, secret: receiver.secret, ...body });
      if (!target) return notAnAddress();
      return ok({ webhook: await sender.sendOnce(textAt(body, 'body') ?? '', target, textAt(body, 'deliveryId') ?? undefined) }, 201);
    },
    placeOwnCall: ({ body }) => {
      const target = targetOf(body);
      if (!target) return notAnAddress();
      const phoneNumber = textAt(body, 'phoneNumber') ?? '';
      const call = calls.place({ phoneNumber, variables: objectAt(body, 'variables') ?? {}, target });
      if (!call) return invalid(`${phoneNumber} plays a story in which nobody is dialled, so there is no webhook.`);
      return ok({ call: { id: call.callId, phoneNumber, scenario: call.scenario.name } }, 201);
    },
  };
}

const asSentence = ({ path, message }: ContractProblem): string => `${path} ${message}${message.endsWith('?') ? '' : '.'}`;

const notAnAddress = (): Response => invalid('url must be an http or https address.');
