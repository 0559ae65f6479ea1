import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { request } from 'undici';
import type { Config } from '../../src/process/config.ts';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { localStore } from '../../src/recordings/local-store.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/** The probe is one small constant object. It is written, and read back if another service stores it. */
const probe = { key: 'doctor/probe.wav', content: [Buffer.from('RIFF')], type: 'audio/wav' };

export const recordings = (config: Config): Promise<readonly Seen[]> =>
  config.recordingStore.kind === 'local' ? inFolder(config) : inBucket(config.recordingStore.s3);

async function inFolder({ dataFolder, publicUrl, secretKey }: Config): Promise<readonly Seen[]> {
  const folder = `${dataFolder}/recordings`;
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    await localStore({ folder, publicUrl, secretKey }).put(probe.key, probe.content, probe.type);
  } catch (error) {
    return [
      fault(
        `${folder} cannot be written to: ${messageOf(error)}`,
        'Give it to the user that the service runs as, or set RINGPOST_DATA_FOLDER to a folder that it owns.',
      ),
    ];
  }
  return [await roomIn(folder)];
}

const gibibyte = 1_073_741_824;

async function roomIn(folder: string): Promise<Seen> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = `${((bavail * bsize) / gibibyte).toFixed(1)} GiB free in ${folder}`;
  const share = bavail / blocks;
  if (share < 0.02) return fault(`${free}: ${(share * 100).toFixed(1)} % of the disk.`, 'Make room: recordings are about to be lost.');
  if (share < 0.1)
    return warning(`${free}: ${(share * 100).toFixed(1)} % of the disk.`, 'Make room, or move recordings to RECORDING_STORE=s3.');
  return good(free);
}

async function inBucket(settings: Extract<Config['recordingStore'], { kind: 's3' }>['s3']): Promise<readonly Seen[]> {
  requirePackages('recordings');
  const { s3Store } = await import('../../src/recordings/s3-store.ts');
  const store = s3Store(settings, { realNow: () => new Date() });
  try {
    await store.put(probe.key, probe.content, probe.type, AbortSignal.timeout(10_000));
    const { statusCode, body } = await request(await store.signedUrl(probe.key, new Date()), { signal: AbortSignal.timeout(10_000) });
    await body.dump();
    if (statusCode === 200) return [good(`the bucket ${settings.bucket} takes recordings and hands them out`)];
    return [
      fault(
        `The bucket ${settings.bucket} takes a recording and answers HTTP ${statusCode} to its signed URL.`,
        'Give the credentials the right to read (s3:GetObject), and see that the clock of this machine is right.',
      ),
    ];
  } catch (error) {
    return [
      fault(
        `The bucket ${settings.bucket} takes no recording: ${messageOf(error)}`,
        'See that it exists in S3_REGION, and that the credentials may write to it (s3:PutObject).',
      ),
    ];
  } finally {
    store.close();
  }
}
