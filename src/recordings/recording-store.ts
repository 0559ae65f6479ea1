/** Where recordings lie. Keys are ours; a URL is signed anew on each read and dies after 15 minutes. */
export interface RecordingStore {
  /**
   * All of it or nothing: where the content breaks off, the signal comes or the store fails, it throws and the key shows
   * what it showed before. The content is never held whole: a recording may be larger than our memory.
   */
  put(key: string, content: RecordingContent, contentType: string, signal?: AbortSignal): Promise<void>;
  signedUrl(key: string, now: Date): Promise<string>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
  /** Of a store whose URLs lead to ourselves: what `/recordings/*` answers. Absent where they lead elsewhere. */
  readonly served?: ServedRecordings;
}

export type RecordingContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ServedRecordings {
  /** Whether we signed this, for this key, and it still holds. */
  judge(key: string, query: URLSearchParams, now: Date): 'valid' | 'expired' | 'forged';
  /** Null where nothing lies under the key. */
  open(key: string): Promise<StoredRecording | null>;
}

export interface StoredRecording {
  readonly size: number;
  readonly contentType: string;
  /** The bytes from `first` to `last`, both counted in. */
  read(first: number, last: number): NodeJS.ReadableStream;
}
