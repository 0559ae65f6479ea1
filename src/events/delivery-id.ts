import { createHmac, type KeyObject } from 'node:crypto';
import { quoted } from '../process/quoted.ts';

/**
 * Makes a delivery's id, which is also the value of `X-Webhook-Delivery-Id` (`D-59`). It is a UUIDv8 of the event's time (48 bits,
 * so that ids sort by time and a read by id looks into one partition) and an HMAC (74 bits used). The same event and trigger always
 * make the same id, so publishing twice makes one delivery. It cannot be predicted without the installation's key.
 */
export function deliveryId(
  key: KeyObject,
  event: { readonly tenantId: string; readonly dedupeKey: string; readonly time: Date },
  triggerId: string,
): string {
  // The triple is hashed as JSON, so that no two triples have the same text.
  const hash = createHmac('sha256', key).update(`["${event.tenantId}",${quoted(event.dedupeKey)},"${triggerId}"]`);
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(event.time.getTime(), 0, 6);
  bytes.write(hash.digest('binary'), 6, 'binary');
  return uuidText(bytes, 8);
}

/** Returns sixteen bytes as a UUID of the given version. */
export function uuidText(bytes: Buffer, version: number): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | (version << 4);
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
