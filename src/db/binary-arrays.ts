/**
 * Encodes arrays in PostgreSQL's binary format, for statements that take hundreds of rows at once. pg sends a Buffer as it is,
 * while its text form of an array costs ten times as much to quote and to read. The parameters are cast to the type, as in
 * `$1::uuid[]`.
 */
export function uuidArray(values: readonly string[]): Buffer {
  const bytes = header(uuidOid, values, headerSize + values.length * 20);
  // One text is read faster than many, which Node keeps in different ways.
  const text = values.join('');
  for (let index = 0; index < values.length; index++) {
    const offset = headerSize + index * 20;
    bytes.writeInt32BE(16, offset);
    writeUuid(bytes, offset + 4, text, index * uuidLength);
  }
  return bytes;
}

/** Writes digit by digit, which is four times as fast as a text without dashes that is made to be decoded. */
function writeUuid(bytes: Buffer, offset: number, text: string, begin: number): void {
  let high = -1;
  let at = offset;
  for (let index = begin; index < begin + uuidLength; index++) {
    const digit = digits[text.charCodeAt(index)] ?? -1;
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      bytes[at++] = (high << 4) | digit;
      high = -1;
    }
  }
  if (at !== offset + 16 || high >= 0) throw new TypeError(`not a UUID: ${text.slice(begin, begin + uuidLength)}`);
}

const uuidLength = 36;

/** The value of each character that is a hexadecimal digit, by its code; -1 for all others. */
const digits = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()));

export const booleanArray = (values: readonly boolean[]): Buffer =>
  fixed(booleanOid, 1, values, (bytes, offset, value) => bytes.writeUInt8(value ? 1 : 0, offset));

export const integerArray = (values: readonly (number | null)[]): Buffer =>
  fixed(integerOid, 4, values, (bytes, offset, value) => bytes.writeInt32BE(value, offset));

/** The times are exact to the millisecond, as a Date is. */
export const timeArray = (values: readonly (Date | null)[]): Buffer =>
  fixed(timestamptzOid, 8, values, (bytes, offset, value) => writeMicroseconds(bytes, offset, value.getTime()));

export function textArray(values: readonly (string | null)[]): Buffer {
  let size = headerSize;
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const bytes = header(textOid, values, size);
  let offset = headerSize;
  for (const value of values) {
    const length = value === null ? absent : bytes.write(value, offset + 4);
    bytes.writeInt32BE(length, offset);
    offset += 4 + Math.max(length, 0);
  }
  return bytes;
}

export const byteaArray = (values: readonly (Uint8Array | null)[]): Buffer => bytesArray(byteaOid, values);

/** An array of texts that are encoded already. */
export const utf8Array = (values: readonly (Uint8Array | null)[]): Buffer => bytesArray(textOid, values);

function bytesArray(oid: number, values: readonly (Uint8Array | null)[]): Buffer {
  let size = headerSize;
  for (const value of values) size += 4 + (value?.length ?? 0);
  const bytes = header(oid, values, size);
  let offset = headerSize;
  for (const value of values) {
    bytes.writeInt32BE(value === null ? absent : value.length, offset);
    if (value) bytes.set(value, offset + 4);
    offset += 4 + (value?.length ?? 0);
  }
  return bytes;
}

const booleanOid = 16;
const byteaOid = 17;
const integerOid = 23;
const textOid = 25;
const timestamptzOid = 1184;
const uuidOid = 2950;

const headerSize = 20;
/** This length stands for null. */
const absent = -1;

function fixed<T>(
  oid: number,
  width: number,
  values: readonly (T | null)[],
  write: (bytes: Buffer, offset: number, value: T) => void,
): Buffer {
  const bytes = header(oid, values, headerSize + values.length * (4 + width));
  let offset = headerSize;
  for (const value of values) {
    bytes.writeInt32BE(value === null ? absent : width, offset);
    if (value !== null) write(bytes, offset + 4, value);
    offset += 4 + (value === null ? 0 : width);
  }
  return bytes.subarray(0, offset);
}

/** The header holds the number of dimensions, whether there are nulls, the type, the length, and the first index, which is 1. */
function header(oid: number, values: readonly unknown[], size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

/**
 * PostgreSQL counts from the year 2000. The value is written in two halves, because a number does not hold 64 bits and a BigInt is
 * slow.
 */
function writeMicroseconds(bytes: Buffer, offset: number, ms: number): void {
  const microseconds = (ms - year2000) * 1_000;
  const high = Math.floor(microseconds / 2 ** 32);
  bytes.writeInt32BE(high, offset);
  bytes.writeUInt32BE(microseconds - high * 2 ** 32, offset + 4);
}

const year2000 = Date.UTC(2000, 0, 1);
