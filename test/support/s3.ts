import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../src/process/s3-settings.ts';

/** A private S3-compatible server, with one empty bucket called `recordings`. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Lists its requests: `PUT /recordings/ten_1/call_1.wav?partNumber=1…`. */
  readonly asked: readonly string[];
  /** Returns the object under the key without a presigned URL, or null if there is none. */
  read(key: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** The package comes without types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (
  options: object,
) => {
  readonly httpServer: Server;
  readonly store: { getObject(bucket: string, key: string): Promise<{ content: AsyncIterable<Uint8Array> } | undefined> };
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
};

export async function s3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'recordings' }],
  });
  const { port } = await server.run();
  const asked: string[] = [];
  server.httpServer.prependListener('request', ({ method, url }: { method: string; url: string }) => asked.push(`${method} ${url}`));
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'recordings',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    asked,
    async read(key) {
      const object = await server.store.getObject('recordings', key).catch(() => undefined);
      if (!object) return null;
      return buffer(object.content);
    },
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
