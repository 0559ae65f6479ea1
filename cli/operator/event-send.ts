import { randomUUID } from 'node:crypto';
import type { VerifyResult } from '../../sdk/webhooks.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { localSecret } from '../clients/profiles.ts';
import { command } from '../parts/command.ts';
import { choice, flag, httpUrl, need, pairs, text } from '../parts/options.ts';
import { tell } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

export const eventSend = command({
  summary: 'Sends a made-up event to a receiver, signed as the service signs. No service is needed.',
  arguments: { event: need(choice('The event.', eventTypes)) },
  options: {
    to: need(httpUrl('The receiver.')),
    set: pairs('Changes the event at a path: data.outcome=CALLBACK. The value is JSON or text; may come several times.'),
    example: text('The example of the document to begin with (the first one of the event).', 'NAME'),
    secret: text('Signs it (RINGPOST_SIGNING_SECRET, else a secret of this machine, which is printed).', 'SECRET'),
    standardWebhooks: flag('Send the headers of Standard Webhooks too.'),
    invalid: flag('Send it even if the AsyncAPI document forbids it.'),
    json: flag('Print what was sent and answered as JSON and nothing else.'),
  },
  notes: `It begins with an example of the AsyncAPI document, with new ids and the present time. It says what the receiver
answered, and if our own verifier accepts the request: where the two differ, look at the receiver. Exit code 0: the
answer is a 2xx; 1: it is not.`,
  examples: [
    'ringpost event send call.completed --set data.outcome=CALLBACK --to http://localhost:3000/hooks',
    'ringpost event send sms.received --set data.body=STOP --secret "$RINGPOST_SIGNING_SECRET" --to http://localhost:3000/hooks',
  ],

  async run({ event, to, set, example, invalid, json, standardWebhooks, ...given }) {
    const { madeUpEventProblems } = await import('../../src/contract/event-schemas.ts');
    const { changedBy, exampleOf } = await import('./made-up-event.ts');
    const begun = exampleOf(event, example);
    const body = changedBy(begun.body, set);
    const problems = madeUpEventProblems(body);
    if (problems.length > 0 && !invalid) throw new UsageError(refusal(event, problems));
    const secret = given.secret ?? process.env['RINGPOST_SIGNING_SECRET'];
    const sent = await send(body, to, { secret: secret ?? localSecret(), standardWebhooks });
    const isTaken = sent.answer.status >= 200 && sent.answer.status < 300;
    tell(json, { url: to, body, problems, ...sent }, (screen) => {
      screen.fields({
        event: `${event}, from the example ${begun.name}`,
        delivery: sent.deliveryId,
        answer: answerOf(sent.answer, sent.ms),
        'our verifier': verdictOf(sent.verification),
        ...(problems.length > 0 && { invalid: problems.map(({ path, message }) => `${path} ${message}`).join('; ') }),
      });
      if (secret === undefined) screen.note(`Signed with this machine's secret: ${localSecret()}`);
      if (!isTaken && sent.answer.status > 0 && sent.verification.ok)
        screen.note(
          "The request is sound: if the receiver refuses its signature, compare the receiver's secret and the bytes that it verifies.",
        );
    });
    return isTaken ? 0 : 1;
  },
});

interface Sent {
  readonly deliveryId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: { readonly status: number; readonly body: string };
  readonly ms: number;
  readonly verification: VerifyResult;
}

async function send(body: object, url: string, how: { readonly secret: string; readonly standardWebhooks: boolean }): Promise<Sent> {
  const { sign, verify } = await import('../../sdk/webhooks.ts');
  const { openSender } = await import('../../tools/check-receiver/send.ts');
  const { contractTimeoutMs } = await import('../../tools/check-receiver/run.ts');
  const deliveryId = randomUUID();
  const signed = sign(body, { ...how, deliveryId });
  // The pause is for vectors that are sent in pieces, and this one is sent whole.
  const sender = openSender(url, contractTimeoutMs, async () => undefined);
  try {
    const delivery = { id: deliveryId, headers: signed.headers, body: Buffer.from(signed.body) };
    const { response, ms } = await sender.send(delivery, {}, 'event send');
    return {
      deliveryId,
      headers: signed.headers,
      answer: { status: response.status, body: response.text },
      ms: Math.round(ms),
      verification: verify(signed, { secret: how.secret }),
    };
  } finally {
    await sender.close();
  }
}

function answerOf({ status, body }: Sent['answer'], ms: number): string {
  if (status === 0) return body;
  const words = body.length > 200 ? `${body.slice(0, 200)}…` : body;
  return `${status} in ${ms} ms${words === '' ? '' : `: ${words}`}`;
}

const verdictOf = (verification: VerifyResult): string =>
  !verification.ok
    ? `refuses it (${verification.reason}): ${verification.hint}`
    : verification.known
      ? 'accepts it'
      : 'accepts the signature, and does not know this event or form of it';

const refusal = (event: string, problems: readonly { readonly path: string; readonly message: string }[]): string =>
  `This is no ${event} of the AsyncAPI document, so it was not sent; --invalid sends it all the same.\n${problems
    .map(({ path, message }) => `  ${path} ${message}`)
    .join('\n')}`;
