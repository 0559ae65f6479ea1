import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { components } from '../../src/contract/generated/simulator.ts';
import { closed, hostInUrl } from '../server.ts';
import { type Certificate, type CertificateKind, makeCertificate } from './certificate.ts';

/** The receivers over TLS on a separate port, with a certificate that may be bad. The port opens when it is first requested. */
export interface TlsReceivers {
  read(): TlsView | null;
  present(kind: CertificateKind): Promise<TlsView>;
  close(): Promise<void>;
}

type TlsView = NonNullable<components['schemas']['TlsReply']['tls']>;

export class TlsPortTaken extends Error {}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

export interface TlsOptions {
  readonly host: string;
  readonly port: number;
  readonly serve: RequestListener;
  readonly realNow: () => Date;
}

export function tlsReceivers({ host, port, serve, realNow }: TlsOptions): TlsReceivers {
  let opening: Promise<Server> | null = null;
  let shown: TlsView | null = null;
  const made = new Map<CertificateKind, Certificate>();

  const certificateOf = (kind: CertificateKind): Certificate => {
    const found = made.get(kind) ?? makeCertificate(kind, realNow());
    made.set(kind, found);
    return found;
  };
  const open = async (given: Certificate): Promise<Server> => {
    const opened = createServer({ cert: given.certificate, key: given.key }, serve);
    // A client that refuses the certificate ends the handshake, which is the purpose of a bad one.
    opened.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, host, resolve)).catch((error: unknown) => {
      // Another port may be free by the next request.
      opening = null;
      throw isTaken(error) ? new TlsPortTaken(`The port ${port} of the receivers over TLS is taken by another program.`) : error;
    });
    return opened;
  };
  return {
    read: () => shown,
    async present(kind) {
      const given = certificateOf(kind);
      opening ??= open(given);
      const server = await opening;
      server.setSecureContext({ cert: given.certificate, key: given.key });
      // Clients that are already connected would not see the new certificate.
      server.closeAllConnections();
      const address = server.address() as AddressInfo; // A listening TCP server has an address of this shape.
      shown = { url: `https://${hostInUrl(host)}:${address.port}`, certificate: kind, pem: given.certificate };
      return shown;
    },
    async close() {
      const closing = await opening?.catch(() => null);
      opening = null;
      if (closing) await closed(closing);
    },
  };
}
