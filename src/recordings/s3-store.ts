import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../process/clock.ts';
import { recordingUrlSeconds } from '../process/limits.ts';
import type { S3Settings } from '../process/s3-settings.ts';
import type { RecordingContent, RecordingStore } from './recording-store.ts';

/**
 * Stores recordings in a bucket of Amazon S3 or of a compatible store. URLs are presigned and lead directly to the
 * store, so recordings do not pass through the service again. The store's own clock decides when they expire, so they
 * are signed with real time, whatever the sandbox's clock says.
 *
 * The length of a recording's stream is not known, so a large one is uploaded in several parts; the key shows nothing
 * until the last step. Parts of an upload whose process died stay until the bucket's lifecycle rule for incomplete
 * uploads removes them.
 */
export function s3Store(settings: S3Settings, clock: Pick<Clock, 'realNow'>): RecordingStore & { close(): void } {
  const client = clientOf(settings);
  const { bucket: Bucket } = settings;
  return {
    async put(key, content, contentType, signal) {
      const target = { Bucket, Key: key, ContentType: contentType };
      const options = signal ? { abortSignal: signal } : {};
      const parts = inParts(content);
      const { value: first } = await parts.next();
      if (!first || first.isLast) await client.send(new PutObjectCommand({ ...target, Body: first?.body ?? '' }), options);
      else await putInParts(client, target, startingWith(first, parts), options);
    },
    signedUrl: (key) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), { expiresIn: recordingUrlSeconds, signingDate: clock.realNow() }),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    close: () => client.destroy(),
  };
}

const clientOf = ({ endpoint, region, credentials, forcePathStyle }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
    // Many other stores refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A recording is tried again hours later as well (`fetch-recording.ts`), so a retry here only covers short
    // failures.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

type SendOptions = { readonly abortSignal?: AbortSignal };

async function putInParts(client: S3Client, target: Target, parts: AsyncIterable<Part>, options: SendOptions): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), options);
  const upload = { Bucket: target.Bucket, Key: target.Key, UploadId };
  try {
    const uploaded: { ETag: string | undefined; PartNumber: number }[] = [];
    for await (const { body } of parts) {
      const PartNumber = uploaded.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: body }), options);
      uploaded.push({ ETag, PartNumber });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: uploaded } }), options);
  } catch (error) {
    // The signal is not passed, since it may be the reason for the abort. The lifecycle rule removes parts that cannot
    // be removed here.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

/** Amazon accepts no part but the last below 5 MiB, and some stores want all but the last of one size. */
const partBytes = 8 * 1024 * 1024;

interface Part {
  readonly body: Buffer;
  readonly isLast: boolean;
}

async function* inParts(content: RecordingContent): AsyncGenerator<Part, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (length + rest.length > partBytes) {
      held.push(rest.subarray(0, partBytes - length));
      rest = rest.subarray(partBytes - length);
      yield { body: Buffer.concat(held), isLast: false };
      held = [];
      length = 0;
    }
    held.push(rest);
    length += rest.length;
  }
  yield { body: Buffer.concat(held), isLast: true };
}

async function* startingWith(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}
