import { BadAnswer } from './answers/answer.ts';
import { refusal } from './control-api.ts';
import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import { type Fault, type Faults, type NewFault, TooManyFaults } from './faults.ts';
import type { Json } from './json.ts';
import type { CertificateKind } from './receivers/certificate.ts';
import { TlsPortTaken, type TlsReceivers } from './receivers/tls.ts';

const refusals: readonly Refused[] = [
  { is: BadAnswer, status: 400, code: 'invalid_request' },
  { is: TooManyFaults, status: 409, code: 'conflict' },
  { is: TlsPortTaken, status: 409, code: 'conflict' },
];

/** Implements the operations of faults and bad certificates. Their bodies already fit the document. */
export function faultOperations(faults: Faults, tls: () => TlsReceivers): Readonly<Record<string, ControlOperation>> {
  return refusing(refusals, {
    listFaults: () => ok({ faults: faults.all().map(faultView) }),
    createFault: ({ body }) => ok({ fault: faultView(faults.add(body as unknown as NewFault)) }, 201),
    clearFaults: () => {
      for (const { id } of faults.all()) faults.remove(id);
      return new Response(null, { status: 204 });
    },
    deleteFault: ({ params }) =>
      faults.remove(params['faultId'] ?? '')
        ? new Response(null, { status: 204 })
        : refusal(404, 'fault_not_found', 'There is no such fault.'),
    readTls: () => ok({ tls: tls().read() }),
    presentCertificate: async ({ body }) => ok({ tls: await tls().present(body['certificate'] as CertificateKind) }),
  });
}

const faultView = (fault: Fault): Json => ({
  id: fault.id,
  link: fault.link,
  receiver: fault.receiver,
  answer: fault.text,
  processed: fault.processed,
  probability: fault.probability,
  after: fault.after,
  every: fault.every,
  times: fault.times,
  startsInSeconds: fault.startsInSeconds,
  lastsSeconds: fault.lastsSeconds,
  met: fault.met,
  hit: fault.hit,
});
