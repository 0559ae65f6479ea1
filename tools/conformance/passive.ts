import { eventProblems } from '../../src/contract/event-schemas.ts';
import { at, items } from '../contract/document.ts';
import type { Result } from './check.ts';
import { documents } from './documents.ts';
import { answers, type Delivery, type ReceiverAddress, startReceiver } from './receiver.ts';
import { promptnessSeconds, signatureProblem, timestampProblem } from './signature.ts';
import { deliveryIdOf, uuid } from './subscription.ts';

/** Judges what any service sends to one address, with nothing else known of it. */
export interface PassiveWanted {
  readonly receiver: ReceiverAddress;
  /** Is the signing secret of the endpoint that was made for the address, as text. */
  readonly secret: string | null;
  /** Is how many attempts of a delivery are answered with 500 before one is answered with 200. */
  readonly failures: number;
}

/**
 * Receives until a delivery has succeeded after all its failures, or until `stop` is aborted. `told` is called with the
 * address first, and then with each attempt.
 */
export async function receivePassively(
  { receiver: where, failures }: PassiveWanted,
  told: { address(url: string): void; attempt(delivery: Delivery, nth: number): void },
  stop: AbortSignal,
): Promise<readonly Delivery[]> {
  const receiver = await startReceiver(where);
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  stop.addEventListener('abort', finish);
  const inbox = receiver.inbox((delivery, _nth, response) => {
    const nth = (familiesOf(receiver.deliveries).find((family) => family.includes(delivery)) ?? []).length;
    told.attempt(delivery, nth);
    answers(nth > failures ? 200 : 500)(delivery, nth, response);
    if (nth > failures) response.once('close', finish);
  });
  told.address(inbox.url);
  if (!stop.aborted) await finished;
  await receiver.close();
  return receiver.deliveries;
}

/**
 * Sorts attempts by their delivery. An attempt belongs to the delivery with its id. One with a new id belongs to an
 * earlier delivery with the same body, whose id has changed then, unless they came together: two triggers send two
 * deliveries of one event at once.
 */
function familiesOf(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const families: Delivery[][] = [];
  for (const delivery of deliveries) {
    const known =
      families.find((family) => family.some((other) => deliveryIdOf(other) === deliveryIdOf(delivery))) ??
      families.find(([first]) => first?.body.equals(delivery.body) && delivery.at.getTime() - first.at.getTime() > togetherMs);
    if (known) known.push(delivery);
    else families.push([delivery]);
  }
  return families;
}

const togetherMs = 30_000;

interface PassiveCheck {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  /** Says why these deliveries cannot show it, or returns null. */
  lacking?(deliveries: readonly Delivery[], secret: string | null): string | null;
  problems(deliveries: readonly Delivery[], secret: string): readonly (string | null)[];
}

/** Returns what the deliveries show. It throws nothing away: what came is judged, however the run ended. */
export function passiveResults(deliveries: readonly Delivery[], secret: string | null): readonly Result[] {
  return passiveChecks.map(({ id, title, rule, lacking, problems }): Result => {
    const rest = { check: { id, title, rule }, exchanges: 0, ms: 0 };
    const reason = deliveries.length === 0 ? 'nothing was sent' : (lacking?.(deliveries, secret) ?? null);
    if (reason !== null) return { ...rest, verdict: 'skipped', reason, findings: [] };
    const findings = problems(deliveries, secret ?? '')
      .filter((message) => message !== null)
      .map((message) => ({ kind: 'fail' as const, message: `${message}.`, exchange: null }));
    return { ...rest, verdict: findings.length > 0 ? 'fail' : 'pass', reason: null, findings };
  });
}

const needsRetry = (deliveries: readonly Delivery[]): string | null =>
  retries(deliveries).length === 0 ? 'no delivery was attempted twice' : null;

const passiveChecks: readonly PassiveCheck[] = [
  {
    id: 'P1',
    title: 'The signature is that of the raw bytes',
    rule: 'Webhooks, Checking the signature: HMAC-SHA256 of timestamp, full stop and raw body, keyed by the secret as text.',
    lacking: (_deliveries, secret) => (secret === null ? 'needs the secret of the endpoint: give --secret' : null),
    problems: (deliveries, secret) => deliveries.map((delivery) => signatureProblem(delivery, secret)),
  },
  {
    id: 'P2',
    title: 'The timestamp is in whole seconds, and within five of the arrival on every attempt',
    rule: 'Webhooks, X-Webhook-Timestamp: when this attempt was signed; each attempt has its own.',
    problems: (deliveries) => deliveries.map((delivery) => timestampProblem(delivery, promptnessSeconds)),
  },
  {
    id: 'P3',
    title: 'A delivery has one id, a UUID, over its attempts',
    rule: 'Webhooks, X-Webhook-Delivery-Id: names one logical delivery and stays the same over its retries.',
    problems: (deliveries) => [
      ...deliveries.map((delivery) =>
        uuid.test(deliveryIdOf(delivery)) ? null : `X-Webhook-Delivery-Id is "${deliveryIdOf(delivery)}", no UUID`,
      ),
      ...retries(deliveries).map(([before, delivery]) =>
        deliveryIdOf(before) === deliveryIdOf(delivery)
          ? null
          : `The same body came as ${deliveryIdOf(before)} and as ${deliveryIdOf(delivery)}`,
      ),
    ],
  },
  {
    id: 'P4',
    title: 'Every attempt sends the same bytes',
    rule: 'Public API, readWebhookDelivery: the payload is the same on every attempt.',
    lacking: needsRetry,
    problems: (deliveries) =>
      retries(deliveries).map(([before, delivery]) =>
        before.body.equals(delivery.body) ? null : `${deliveryIdOf(delivery)} came again with another body`,
      ),
  },
  {
    id: 'P5',
    title: 'Retries come after 1 m, 5 m, 30 m, 2 h and 6 h, each up to a quarter off',
    rule: 'Webhooks, x-delivery: retryDelaysSeconds and retryJitter.',
    lacking: needsRetry,
    problems: (deliveries) => retries(deliveries).map(([before, delivery, nth]) => pauseProblem(before, delivery, nth)),
  },
  {
    id: 'P6',
    title: 'The body is that of an event of the document',
    rule: 'Webhooks, messages: the payload of each event.',
    problems: (deliveries) =>
      deliveries.flatMap(({ json }) =>
        typeof json !== 'object' || json === null
          ? ['The body is no JSON object']
          : eventProblems(json).map(({ path, message }) => `${path || 'The body'} ${message}`),
      ),
  },
];

/** Returns each attempt that has one before it, behind that one, with the count of those before. */
const retries = (deliveries: readonly Delivery[]): readonly (readonly [Delivery, Delivery, number])[] =>
  familiesOf(deliveries).flatMap((family) =>
    family.flatMap((delivery, nth) => {
      const before = family[nth - 1];
      return before ? [[before, delivery, nth] as const] : [];
    }),
  );

/** An attempt takes time itself, on both sides, so a pause may be some seconds longer than drawn. */
const latenessSeconds = 15;

function pauseProblem(before: Delivery, delivery: Delivery, nth: number): string | null {
  const { asyncapi } = documents();
  const seconds = Number(items(at(asyncapi, asyncapi, 'x-delivery', 'retryDelaysSeconds'))[nth - 1]);
  const paused = (delivery.at.getTime() - before.at.getTime()) / 1_000;
  if (!(nth < attempts)) return `Attempt ${nth + 1} came, and ${attempts} are the most`;
  if (paused >= seconds * 0.75 - 1 && paused <= seconds * 1.25 + latenessSeconds) return null;
  return `Attempt ${nth + 1} came ${paused.toFixed(0)} s after the one before, not ${seconds} s give or take a quarter`;
}

const attempts = 6;
