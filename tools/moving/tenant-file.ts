import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { MovingError } from './moving-error.ts';
import type { Fingerprint, RawRow } from './raw-rows.ts';

/**
 * A tenant on its way: lines of JSON, compressed. First the header; then each table with its columns, its rows as arrays,
 * and what they add up to; then the end, without which the file is not whole. Signing secrets and stored answers lie in it
 * as they lie in the database, sealed; all else of the tenant's is readable, phone numbers and transcripts among it.
 */
export interface Header {
  readonly ringpost: 'tenant';
  readonly format: 1;
  readonly tenant: string;
  readonly cell: string;
  /** The one cell that may import it: of two that did, each would take the code. */
  readonly to: string;
  /** Hexadecimal: what the code of the hand-over is held against (`moving-state.ts`). */
  readonly awaitedCode: string;
  readonly exportedAt: string;
  /** Those of the database it comes from: only the same schema reads it. */
  readonly migrations: readonly string[];
  /** Sealed, base64. */
  readonly deliveryIdKey: string;
  /** The times inside the ids of its oldest and newest rows that lie in weeks; null where there is none. */
  readonly weeks: { readonly from: string; readonly to: string } | null;
}

export type Line =
  | Header
  | { readonly table: string; readonly columns: readonly string[] }
  | RawRow
  | ({ readonly endOf: string } & Fingerprint)
  | { readonly end: true };

/** Asked before anything is done for the export, which outdates the file of the one before. */
export async function mustBeNew(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new MovingError(`${path} cannot be made: it is there already.`);
}

/** A file that is there already is left alone. Whoever may not read the database may not read the file. */
export async function writeTenantFile(path: string, lines: AsyncIterable<Line>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: Error) => {
    throw new MovingError(`${path} cannot be made: ${error.message}`, { cause: error });
  });
  try {
    await pipeline(asText(lines), createGzip(), file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function* asText(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

export async function* readTenantFile(path: string): AsyncGenerator<Line> {
  const content = createReadStream(path);
  const gunzip = createGunzip();
  // `pipe` does not hand errors on: a file that is not there would otherwise wait for ever.
  content.once('error', (error) => gunzip.destroy(error));
  try {
    // What is no file of ours fails at the first line, whose form `headerOf` holds; the rest is checked by its sums.
    for await (const line of createInterface({ input: content.pipe(gunzip), crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line) as Line;
  } catch (error) {
    throw new MovingError(`${path} cannot be read to its end: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    content.destroy();
  }
}

export function headerOf(line: Line | undefined): Header {
  if (line === undefined || !('ringpost' in line) || line.ringpost !== 'tenant')
    throw new MovingError('The file is not the export of a tenant.');
  if (line.format !== 1) throw new MovingError(`The file has format ${line.format}, which a newer Ringpost has written.`);
  return line;
}
