import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../process/config.ts';
import { isInstalled } from '../../process/optional-packages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(root, 'docs', 'build.ts');
/** A development package: an installation without those lacks it. */
const redocly = '@redocly/cli/bin/cli.js';

/** Builds the site as `npm run docs` does, in a separate process so that this one goes on answering. */
export async function builtFromSource<Site>(
  { publicUrl, dataFolder }: Pick<Config, 'publicUrl' | 'dataFolder'>,
  read: (folder: string) => Promise<Site>,
): Promise<Site | null> {
  if (!existsSync(program) || !isInstalled(redocly)) return null;
  const out = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  try {
    const settings = ['--out', out, '--address', publicUrl, '--kept', join(dataFolder, 'docs')];
    // The build gets none of this process's environment: it needs no secrets.
    const env = { HOME: homedir(), TMPDIR: tmpdir() };
    await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...settings], { cwd: root, env });
    return await read(out);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
