import { generateKeyPairSync, sign } from 'node:crypto';
import type { components } from '../../src/contract/generated/simulator.ts';

/**
 * A self-made certificate for localhost and its two addresses, or a deliberately bad one. No client trusts it by default:
 * `valid` is valid for clients that trust its PEM, the others for none.
 */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export type CertificateKind = NonNullable<components['schemas']['TlsReply']['tls']>['certificate'];

const dayMs = 86_400_000;

export function makeCertificate(kind: CertificateKind, now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const [from, until] = kind === 'expired' ? [-30, -1] : [-1, 365];
  const hosts = kind === 'other-host' ? [dnsName('somebody-else.example.org')] : ownHosts;
  const name = sequence(set(sequence(oid(commonName), utf8('Ringpost simulator'))));
  const toBeSigned = sequence(
    tagged(0, integer(2)),
    integer(Math.floor(now.getTime() / 1_000)),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() + from * dayMs)), utcTime(new Date(now.getTime() + until * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(sequence(oid(subjectAltName), octets(sequence(...hosts))))),
  );
  const signed = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', toBeSigned, privateKey)])));
  return { certificate: pem(signed), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Encodes a value in DER, as far as one X.509 certificate needs it. Node reads certificates but makes none. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? Buffer.of(length) : length < 256 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts));
const oid = (bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
const octets = (content: Buffer): Buffer => der(0x04, content);
const tagged = (tag: number, content: Buffer): Buffer => der(0xa0 + tag, content);
const dnsName = (host: string): Buffer => der(0x82, Buffer.from(host));
const ipAddress = (...bytes: number[]): Buffer => der(0x87, Buffer.from(bytes));
const ownHosts = [dnsName('localhost'), ipAddress(127, 0, 0, 1), ipAddress(...Array<number>(15).fill(0), 1)];
const utcTime = (time: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${time
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return der(0x02, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

const commonName = [0x55, 0x04, 0x03];
const subjectAltName = [0x55, 0x1d, 0x11];
const ecdsaWithSha256 = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
