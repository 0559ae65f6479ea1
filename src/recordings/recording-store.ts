/** Where recordings lie. Keys are ours; a URL is signed anew on each read and dies after 15 minutes. */
export interface RecordingStore {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  signedUrl(key: string, now: Date): Promise<string>;
}
