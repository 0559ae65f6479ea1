import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { MovingError } from './moving-error.ts';
import type { Fingerprint, RawRow } from './raw-rows.ts';

/**
 * The head of the file of a tenant that moves. The file holds compressed lines of JSON: the header; then each table
 * with its columns, its rows as arrays, and their sums; then an end line, without which the file is incomplete. Signing
 * secrets and stored answers are sealed in it as in the database. All other data is readable, including phone numbers
 * and transcripts.
 */
export interface Header {
  readonly ringpost: 'tenant';
  readonly format: 1;
  readonly tenant: string;
  readonly cell: string;
  /** Names the only cell that may import the file: two imports would both accept the code. */
  readonly to: string;
  /** Is the hash of the hand-over's code in hexadecimal (`moving-state.ts`). */
  readonly awaitedCode: string;
  readonly exportedAt: string;
  /** Lists the migrations of the source database: only the same schema can read the file. */
  readonly migrations: readonly string[];
  /** Is sealed, in base64. */
  readonly deliveryIdKey: string;
  /** Gives the times in the ids of the oldest and newest rows in weekly partitions, or null if there are none. */
  readonly weeks: { readonly from: string; readonly to: string } | null;
}

export type Line =
  | Header
  | { readonly table: string; readonly columns: readonly string[] }
  | RawRow
  | ({ readonly endOf: string } & Fingerprint)
  | { readonly end: true };

/** Throws if the file exists. It is called before an export, because the export outdates the previous file. */
export async function mustBeNew(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new MovingError(`${path} cannot be made: it is there already.`);
}

/**
 * Writes the file. An existing file is left alone. Only the file's owner may read it, as only the service may read the
 * database.
 */
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
  // `pipe` does not pass errors on, so a missing file would otherwise never end the stream.
  content.once('error', (error) => gunzip.destroy(error));
  try {
    // A file of another kind fails at the first line, whose form `headerOf` checks. Sums check the rest.
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
