import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RecordingContent, RecordingStore, ServedRecordings, StoredRecording } from './recording-store.ts';
import { judgeRecordingUrl, recordingSigningKey, signRecording } from './sign.ts';

export interface LocalStoreOptions {
  readonly folder: string;
  /** Is the address for callers, with which the URLs begin. */
  readonly publicUrl: string;
  readonly secretKey: Buffer;
  /** Lists older keys; URLs that they signed stay valid until they expire. */
  readonly oldSecretKeys?: readonly Buffer[];
}

/** Stores recordings as files in a folder of this machine. The service serves them under `/recordings/*`. */
export function localStore({
  folder,
  publicUrl,
  secretKey,
  oldSecretKeys = [],
}: LocalStoreOptions): RecordingStore & { readonly served: ServedRecordings } {
  const signingKey = recordingSigningKey(secretKey);
  const signingKeys = [signingKey, ...oldSecretKeys.map(recordingSigningKey)];
  return {
    async put(key, content) {
      await writeWhole(join(folder, checked(key)), content);
    },
    signedUrl: async (key, now) => `${publicUrl}/recordings/${checked(key)}?${signRecording(signingKey, key, now)}`,
    remove: (key) => removeFile(join(folder, checked(key))),
    served: {
      judge: (key, query, now) => judgeRecordingUrl(signingKeys, key, query, now),
      open: async (key) => (isKey(key) ? openFile(join(folder, key)) : null),
    },
  };
}

/** Accepts two plain names and an extension, so that no key can leave the folder. */
const isKey = (key: string): boolean => /^[a-z0-9_]{1,64}\/[a-z0-9_]{1,64}\.[a-z0-9]{1,5}$/.test(key);

function checked(key: string): string {
  if (!isKey(key)) throw new Error(`not a recording's key: ${key}`);
  return key;
}

/**
 * Writes the file under another name and makes it durable before renaming it, so that a visible file is complete, even
 * after a crash.
 */
async function writeWhole(path: string, content: RecordingContent): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await removeUnfinished(path);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      // On an open file each call continues after the last one.
      for await (const chunk of content) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/**
 * Removes the unfinished file of a process that died. A process that still writes it fails, and loses nothing, because
 * this one writes the same recording.
 */
async function removeUnfinished(path: string): Promise<void> {
  const begun = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) if (name.startsWith(begun)) await rm(join(dirname(path), name), { force: true });
}

/** Removes a file, or what is unfinished of it, and its tenant's folder if it is empty then. */
async function removeFile(path: string): Promise<void> {
  await rm(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await removeUnfinished(path);
  });
  await rmdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  });
}

/** Makes the renaming durable. Otherwise a power failure may lose the new name after the database has recorded it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openFile(path: string): Promise<StoredRecording | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  return {
    size: found.size,
    contentType: path.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav',
    read: (first, last) => createReadStream(path, { start: first, end: last }),
  };
}
