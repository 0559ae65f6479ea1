import type { Clock } from '../process/clock.ts';
import type { Config } from '../process/config.ts';
import { requirePackages } from '../process/optional-packages.ts';
import { localStore } from './local-store.ts';
import type { RecordingStore } from './recording-store.ts';

/** Opens the store that the settings name. Amazon's client is loaded only if there is a bucket: it is as large as the service. */
export async function openRecordingStore(
  { dataFolder, publicUrl, secretKey, oldSecretKeys, recordingStore }: Config,
  clock: Clock,
): Promise<RecordingStore & { close(): void }> {
  if (recordingStore.kind === 'local')
    return { ...localStore({ folder: `${dataFolder}/recordings`, publicUrl, secretKey, oldSecretKeys }), close: () => {} };
  requirePackages('recordings');
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(recordingStore.s3, clock);
}
