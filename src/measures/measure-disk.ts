import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Context } from '../context.ts';

/** Measures the disk on which this process keeps recordings, for the gauges. Does nothing where they are not files, or none was kept yet. */
export async function measureDisk({ config, metrics }: Pick<Context, 'config' | 'metrics'>): Promise<void> {
  if (config.recordingStore.kind !== 'local' || !existsSync(config.dataFolder)) return;
  const { bavail, blocks, bsize } = await statfs(config.dataFolder);
  metrics.dataFolderFreeBytes.set(bavail * bsize);
  metrics.dataFolderSizeBytes.set(blocks * bsize);
}
