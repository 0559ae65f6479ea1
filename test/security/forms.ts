/** Every way in which a secret may be written down, whole: as it is, in hexadecimal, in base64 wherever it begins, in a URL. */
export function formsOf(secret: string): readonly (readonly [form: string, written: string])[] {
  const bytes = Buffer.from(secret);
  return [
    ['as it is', secret],
    ['as JSON', JSON.stringify(secret).slice(1, -1)],
    ['in hexadecimal', bytes.toString('hex')],
    ['in HEXADECIMAL', bytes.toString('hex').toUpperCase()],
    ['in a URL', encodeURIComponent(secret)],
    ['every byte in a URL', [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
    ...[0, 1, 2].flatMap((before) => base64Of(bytes, before)),
  ];
}

/** Base64 of bytes that stand behind others, without the characters at both ends that depend on the neighbours. */
function base64Of(bytes: Buffer, before: number): readonly (readonly [string, string])[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const inner = text.slice(before === 0 ? 0 : before + 1, -1);
  return [
    [`in base64 after ${before} bytes`, inner],
    [`in base64url after ${before} bytes`, inner.replaceAll('+', '-').replaceAll('/', '_')],
  ];
}
