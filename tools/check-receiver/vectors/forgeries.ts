import { changed, type Delivery, signedWithoutTimestamp } from '../delivery.ts';
import { spaced, writtenOddly } from '../events.ts';
import { answerOf, isRefused, type Probe, refused, taken, type Vector } from '../vector.ts';

/** Vectors of forged signatures, and of timestamps that are off. */
export const forgeryVectors = (): readonly Vector[] => [...signatures, wideSignature, secondSecret, ...timestamps];

const forged = (id: string, title: string, why: string, make: (probe: Probe) => Delivery): Vector =>
  refused({ id, group: 'signature', title, why }, make);

const step = (n: number): string => `Webhooks, Checking the signature, ${n}.`;

const signatures: readonly Vector[] = [
  forged('wrong-secret', 'Signed with another secret', `Whoever knows your address can send this. ${step(3)}`, (probe) =>
    probe.delivery({ key: (probe.secret.startsWith('0') ? '1' : '0') + probe.secret.slice(1) }),
  ),
  forged(
    'hex-decoded',
    'Signed with the bytes that the secret spells in hex',
    `The key is the secret as text, so a receiver that takes this refuses what is real. ${step(3)}`,
    (probe) => probe.delivery({ key: Buffer.from(probe.secret, 'hex') }),
  ),
  forged('empty-secret', 'Signed with an empty key', `A receiver whose secret is not set takes what anybody signs. ${step(3)}`, (probe) =>
    probe.delivery({ key: '' }),
  ),
  forged('altered-body', 'Another body than the signed one', `The signature is that of the body. ${step(2)}`, (probe) =>
    probe.delivery({ signedBody: Buffer.from(JSON.stringify(probe.event())) }),
  ),
  forged('reserialised', 'The signature of the body parsed and written again', `Only the raw bytes count. ${step(1)}`, (probe) => {
    const body = writtenOddly(probe.event());
    return probe.delivery({ body, signedBody: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) });
  }),
  forged(
    'respaced',
    'The signature of the body with a space behind each comma and colon',
    `Only the raw bytes count. ${step(1)}`,
    (probe) => {
      const event = probe.event();
      return probe.delivery({ body: Buffer.from(JSON.stringify(event)), signedBody: spaced(event) });
    },
  ),
  forged(
    'body-only',
    'The signature of the body alone',
    `Without the timestamp a recorded delivery is fresh for ever. ${step(2)}`,
    (probe) => signedWithoutTimestamp(probe.delivery(), probe.secret),
  ),
  forged('moved-timestamp', 'An old delivery with a new timestamp', `The timestamp is signed. ${step(2)}`, (probe) =>
    probe.delivery({ signedTimestamp: probe.timestamp(-3_600) }),
  ),
  forged('cut-signature', 'The first eight digits of the right signature', `The whole signature is compared. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', (value) => value.slice(0, value.search(/[=,]/) + 9)),
  ),
  forged('empty-signature', 'A signature of no digits', `The whole signature is compared. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', (value) => value.slice(0, value.search(/[=,]/) + 1)),
  ),
  forged('blank-signature', 'An X-Webhook-Signature without a value', `A blank signature is not a missing check. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', () => ''),
  ),
  forged('no-scheme', 'Text that is no signature', `What does not begin with the scheme is no signature. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', () => 'this-is-no-signature'),
  ),
  forged('other-scheme', 'The right digits behind the name of another scheme', `The scheme is compared too. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', (value) => value.replace('sha256=', 'sha512=').replace('v1,', 'v2,')),
  ),
  forged('doubled-scheme', 'The right digits behind the scheme twice', `The whole header is compared. ${step(4)}`, (probe) =>
    changed(probe.delivery(), 'signature', (value) => value.replace(/^(sha256=|v1,)/, '$1$1')),
  ),
];

const wideSignature: Vector = {
  id: 'wide-signature',
  group: 'signature',
  title: 'As many characters as a signature has, and more bytes',
  rule: `Refuse with a 4xx, best 401, and go on. A comparison in constant time may throw where the lengths in bytes differ, as that of Node does, and end the process. ${step(4)}`,
  async run(probe) {
    const exchange = await probe.send(changed(probe.delivery(), 'signature', (value) => 'é'.repeat(value.length)));
    if (!isRefused(exchange)) probe.breach(`It must refuse the delivery with a 4xx, but ${answerOf(exchange)}.`, exchange);
  },
};

const secondSecret: Vector = {
  ...taken(
    {
      id: 'second-secret',
      group: 'signature',
      title: 'Signed with the second secret that the receiver accepts',
      why: 'When a secret is changed the old one stops at once, so a receiver accepts both for a while. Webhooks, Checking the signature.',
    },
    (probe) => probe.delivery({ key: probe.secondSecret }),
  ),
  needs: 'secondSecret',
};

const fresh = `${step(5)} 300 seconds are allowed, before and after; 30 of them are left for the clocks.`;

const timestamps: readonly Vector[] = [
  off('stale', 'Signed 330 seconds ago', (probe) => probe.timestamp(-330), `Whoever has recorded a delivery could send it again. ${fresh}`),
  off('day-old', 'Signed a day ago', (probe) => probe.timestamp(-86_400), `Whoever has recorded a delivery could send it again. ${fresh}`),
  off(
    'future',
    'Signed 330 seconds ahead',
    (probe) => probe.timestamp(330),
    `It could be sent again for longer than 300 seconds. ${fresh}`,
  ),
  off('milliseconds', 'A timestamp in milliseconds', (probe) => `${probe.timestamp()}000`, `It is fifty thousand years ahead. ${fresh}`),
  off(
    'no-number',
    'A timestamp that is no number',
    () => 'now',
    'Its age is no number either, and no comparison with that is true. Webhooks, the header X-Webhook-Timestamp.',
  ),
  off(
    'zero',
    'A timestamp of 0',
    () => '0',
    'It is of 1970, and a program may take 0 for no timestamp at all. Webhooks, Checking the signature, 5.',
  ),
  near('late', 'Signed 270 seconds ago', -270),
  near('ahead', 'Signed 270 seconds ahead', 270),
];

function off(id: string, title: string, timestamp: (probe: Probe) => string, why: string): Vector {
  return refused({ id, group: 'time', title, why }, (probe) => probe.delivery({ timestamp: timestamp(probe) }));
}

function near(id: string, title: string, seconds: number): Vector {
  return taken({ id, group: 'time', title, why: fresh }, (probe) => probe.delivery({ timestamp: probe.timestamp(seconds) }));
}
