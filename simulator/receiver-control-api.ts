import { BadAnswer } from './answers/answer.ts';
import { receiverNotFound } from './control-api.ts';
import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import { type Json, textAt } from './json.ts';
import { explain, type ReceivedDelivery } from './receivers/delivery.ts';
import { type Receiver, TooManyReceivers } from './receivers/open-receivers.ts';
import type { ReceiverSettings, Receivers } from './receivers/receivers.ts';

const refusals: readonly Refused[] = [
  { is: BadAnswer, status: 400, code: 'invalid_request' },
  { is: TooManyReceivers, status: 409, code: 'conflict' },
];

/** Implements the receivers' operations. Their bodies already fit the document. */
export function receiverOperations(receivers: Receivers, urlFor: (origin: string) => string): Readonly<Record<string, ControlOperation>> {
  const found =
    (answer: (receiver: Receiver, asked: Parameters<ControlOperation>[0]) => Response): ControlOperation =>
    (asked) => {
      const receiver = receivers.find(asked.params['name'] ?? '');
      return receiver ? answer(receiver, asked) : receiverNotFound();
    };
  return refusing(refusals, {
    listReceivers: ({ origin }) => ok({ receivers: receivers.all().map((each) => receiverView(each, urlFor(origin))) }),
    createReceiver: ({ body, origin }) => {
      const made = receivers.create(textAt(body, 'name') ?? '', body as ReceiverSettings);
      return ok({ receiver: receiverView(made, urlFor(origin)) }, 201);
    },
    readReceiver: found((receiver, { origin }) => ok({ receiver: receiverView(receiver, urlFor(origin)) })),
    setProgramme: found((receiver, { body, origin }) => {
      receivers.setProgramme(receiver, textAt(body, 'programme') ?? '');
      return ok({ receiver: receiverView(receiver, urlFor(origin)) });
    }),
    listDeliveries: found(({ deliveries }, { query }) => {
      const deliveryId = query.get('deliveryId');
      return ok({ deliveries: deliveries.filter((each) => deliveryId === null || each.deliveryId === deliveryId).map(deliveryView) });
    }),
  });
}

const receiverView = ({ name, secret, programme, programmeDone, received }: Receiver, url: string): Json => ({
  name,
  url: `${url}/receivers/${name}`,
  hasSecret: secret !== null,
  programme,
  programmeDone,
  received,
});

const deliveryView = ({ number, receivedAt, method, headers, deliveryId, attempt, verdict, answer, body }: ReceivedDelivery): Json => ({
  number,
  receivedAt: receivedAt.toISOString(),
  method,
  headers,
  deliveryId,
  attempt,
  event: verdict.contract.event,
  verdict: { ...verdict, explanation: explain(verdict) },
  answer,
  body: body.toString('utf8'),
  bodyBase64: body.toString('base64'),
});
