import { doubled, type Part, renamed, without } from '../delivery.ts';
import { answerOf, isTaken, type Probe, refused, taken, type Vector } from '../vector.ts';

/** Vectors of headers that are missing, written differently or doubled, and of the way a delivery is sent. */
export const headerVectors = (): readonly Vector[] => [...missing, ...written, ...twice, ...transport];

const required = 'Webhooks, WebhookHeaders: every delivery has it.';

const missing: readonly Vector[] = [
  lacking('no-signature', 'No X-Webhook-Signature', 'signature'),
  lacking('no-timestamp', 'No X-Webhook-Timestamp', 'timestamp'),
  {
    id: 'no-id',
    group: 'headers',
    title: 'No X-Webhook-Delivery-Id',
    rule: `Answer 2xx or 4xx, but do not break: the signature does not cover this header, so a proxy can drop it. ${required}`,
    run: (probe) => probe.survives(without(probe.delivery(), 'id')),
  },
];

function lacking(id: string, title: string, part: Part): Vector {
  return refused({ id, group: 'headers', title, why: `Nothing is signed without it. ${required}` }, (probe) =>
    without(probe.delivery(), part),
  );
}

const anyCase = 'HTTP compares names of headers without their case, and proxies change it (RFC 9110, 5.1).';

const written: readonly Vector[] = [
  taken({ id: 'upper-case', group: 'headers', title: 'Names of headers in capitals', why: anyCase }, (probe) =>
    renamed(probe.delivery(), (name) => name.toUpperCase()),
  ),
  taken({ id: 'lower-case', group: 'headers', title: 'Names of headers in small letters', why: anyCase }, (probe) =>
    renamed(probe.delivery(), (name) => name.toLowerCase()),
  ),
];

const twoClaims = 'A delivery has one of each. Webhooks, WebhookHeaders.';
const oneTimestamp = `The timestamp that is signed is the one whose age counts. ${twoClaims}`;

const twice: readonly Vector[] = [
  {
    id: 'two-signatures',
    group: 'headers',
    title: 'The right signature, and a wrong one behind it',
    rule: `Answer 2xx or 4xx, but do not break. ${twoClaims}`,
    run: (probe) => probe.survives(doubled(probe.delivery(), 'signature', (first) => first.replace(/[^=,]{20}$/, '0'.repeat(20)))),
  },
  refused(
    { id: 'stale-then-fresh', group: 'headers', title: 'The signed timestamp is old, and a second one is new', why: oneTimestamp },
    (probe) => doubled(probe.delivery({ timestamp: probe.timestamp(-3_600) }), 'timestamp', () => probe.timestamp()),
  ),
  refused(
    { id: 'fresh-then-stale', group: 'headers', title: 'A new timestamp, and behind it the old one that is signed', why: oneTimestamp },
    (probe) => {
      const old = probe.timestamp(-3_600);
      return doubled(probe.delivery({ signedTimestamp: old }), 'timestamp', () => old);
    },
  ),
];

const inTime = 'Webhooks, When you don’t answer: anything but a 2xx within 10 seconds counts as failed.';

const transport: readonly Vector[] = [
  {
    id: 'put',
    group: 'transport',
    title: 'A PUT',
    rule: 'Answer 2xx, if the endpoint’s method is PUT. Webhooks, What a delivery looks like.',
    run: put,
  },
  {
    id: 'pieces',
    group: 'transport',
    title: 'A body that comes in two pieces',
    rule: 'Answer 2xx. A network may split any body: read it to its end before it is verified. Webhooks, Checking the signature, 1.',
    run: (probe) => probe.takes(probe.delivery(), { inPieces: true }),
  },
  {
    id: 'at-once',
    group: 'transport',
    title: 'Twenty deliveries at once',
    rule: `Answer each with 2xx in time: store the event and do the work afterwards. ${inTime} When your endpoint keeps failing: up to 64 may be under way.`,
    async run(probe) {
      await Promise.all(Array.from({ length: 20 }, () => probe.takes(probe.delivery())));
    },
  },
];

async function put(probe: Probe): Promise<void> {
  const exchange = await probe.send(probe.delivery(), { method: 'PUT' });
  if (isTaken(exchange)) return;
  if ([404, 405, 501].includes(exchange.response.status))
    probe.warn('It takes no PUT: leave the method of its endpoint at POST.', exchange);
  else probe.breach(`To a PUT, ${answerOf(exchange)}.`, exchange);
}
