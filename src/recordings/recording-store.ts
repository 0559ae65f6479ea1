import type { Readable } from 'node:stream';

/**
 * A store of recordings. The service chooses the keys. A URL is signed at each read and expires after 15 minutes
 * (`L-RECORDING-01`).
 */
export interface RecordingStore {
  /**
   * Stores the whole content or nothing: if the content breaks off, the signal aborts or the store fails, it throws and
   * the key keeps its former content. The content is never held in memory whole, since a recording may be larger than
   * that.
   */
  put(key: string, content: RecordingContent, contentType: string, signal?: AbortSignal): Promise<void>;
  signedUrl(key: string, now: Date): Promise<string>;
  /** Removes a recording; one that does not exist counts as removed. */
  remove(key: string): Promise<void>;
  /** Answers `/recordings/*` for a store whose URLs lead to this service. It is absent for other stores. */
  readonly served?: ServedRecordings;
}

export type RecordingContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ServedRecordings {
  /** Tells if this service signed the URL for this key, and if it is still valid. */
  judge(key: string, query: URLSearchParams, now: Date): 'valid' | 'expired' | 'forged';
  /** Opens a recording, or returns null if there is none under the key. */
  open(key: string): Promise<StoredRecording | null>;
}

export interface StoredRecording {
  readonly size: number;
  readonly contentType: string;
  /** Reads the bytes from `first` to `last`, both included. */
  read(first: number, last: number): Readable;
}
