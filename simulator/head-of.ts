/** Returns the beginning of a body as text, without waiting for the rest, which may have no end. */
export async function headOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxBytes);
}
