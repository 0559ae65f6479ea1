import { randomFillSync } from 'node:crypto';

/**
 * Makes identifiers: a prefix for the kind, then a UUIDv7 as 26 lower-case base32 characters, so that they sort by the
 * time they were made.
 */

/** Is in ASCII's order, which the database's collation must have too. */
export const identifierAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export type Prefix = 'ten' | 'key' | 'agt' | 'num' | 'call' | 'whe' | 'trg' | 'evt' | 'con' | 'msg' | 'rpl' | 'ers' | 'aud';

/** Returns a new identifier such as `call_01k3...`, made at `at`. */
export const newIdentifier = (prefix: Prefix, at: Date): string => `${prefix}_${base32(uuid7(at))}`;

/** Returns the least identifier of that time: those made before it sort below. */
export const leastIdentifier = (prefix: Prefix, at: Date): string =>
  `${prefix}_${base32(Buffer.from(uuidOf(at).replaceAll('-', ''), 'hex'))}`;

/** Returns when an identifier was made. Its first ten characters are the 48 bits of milliseconds. */
export const madeAt = (identifier: string): Date =>
  new Date(
    [...identifier.slice(identifier.indexOf('_') + 1).slice(0, 10)].reduce(
      (ms, character) => ms * 32 + identifierAlphabet.indexOf(character),
      0,
    ),
  );

/** Returns sixteen bytes: 48 bits of milliseconds, then random, with the version and variant of a UUIDv7. */
export function uuid7(at: Date): Buffer {
  const bytes = random16();
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes;
}

/** Returns sixteen random bytes. They are drawn for 256 callers at once, because a draw costs as much as all else that is done for an identifier. */
export function random16(): Buffer {
  if (drawn.left === 0) randomFillSync(drawn.bytes);
  drawn.left = (drawn.left || drawn.bytes.length) - 16;
  const own = Buffer.allocUnsafe(16);
  drawn.bytes.copy(own, 0, drawn.left);
  return own;
}

const drawn = { bytes: Buffer.alloc(256 * 16), left: 0 };

/** Encodes in Crockford base32 without padding: 26 characters for 16 bytes, 52 for 32. The first character takes the odd bits. */
export function base32(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / 5);
  let text = '';
  let bits = 0;
  let bitsLeft = length * 5 - bytes.length * 8;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitsLeft += 8;
    while (bitsLeft >= 5) {
      bitsLeft -= 5;
      text += identifierAlphabet.charAt((bits >> bitsLeft) & 31);
    }
    bits &= 31;
  }
  return text;
}

/** Returns the least UUID with this time in its first 48 bits. */
export function uuidOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time in the first 48 bits of a UUID. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/**
 * Tells if the text is a UUID as ids are written. PostgreSQL would accept other spellings (braces, capitals) as the
 * same id, and refuse the rest with an error.
 */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
