import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Owner, runToEnd, succeeds } from './run-to-end.ts';

/**
 * Determines where the embedded server's data is and which user runs it. PostgreSQL refuses to run as root, so root
 * runs it as the user `postgres`, which is made if it does not exist. That user cannot enter every folder of root's (a
 * checkout in root's home, say). In that case the data is outside, and `<dataFolder>/postgres` is a link to it.
 */
export async function placeCluster(dataFolder: string): Promise<Place> {
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL runs on Linux and macOS. Set DATABASE_URL.');
  const folder = await realpath(dataFolder);
  const base = join(folder, 'postgres');
  const owner = process.getuid?.() === 0 ? ((await ownerOf(base)) ?? (await postgresUser())) : undefined;
  if (owner && !(await canEnter(folder, owner))) await linkOutside(base, folder);
  await makePrivate(base, owner);
  const data = join(await realpath(base), 'data');
  return { owner, data, socketFolder: await makeSocketFolder(data, owner), log: join(folder, 'postgres.log') };
}

export interface Place {
  readonly owner: Owner | undefined;
  readonly data: string;
  readonly socketFolder: string;
  readonly log: string;
}

/** The kernel's limit is 108 bytes with a closing NUL, 104 on macOS. */
const maxSocketPathBytes = 103;
const socketName = '.s.PGSQL.5432.lock';

async function postgresUser(): Promise<Owner> {
  const known = await lookUp();
  if (known) return known;
  await runToEnd('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'], undefined).catch(
    () => {},
  );
  const made = await lookUp();
  if (made) return made;
  throw new Error(
    'PostgreSQL refuses to run as root, and the user "postgres" neither exists nor could be made. Run as another user, or set DATABASE_URL.',
  );
}

async function lookUp(): Promise<Owner | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => runToEnd('id', [flag, 'postgres'], undefined)));
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return null;
  }
}

/** Returns the owner of existing data, so that root continues as the user that made it. */
async function ownerOf(base: string): Promise<Owner | null> {
  const found = await stat(base).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

/**
 * Links to a folder outside. A link that exists is kept, even if another first start made it. The target's name is
 * derived from this folder's name.
 */
async function linkOutside(base: string, folder: string): Promise<void> {
  const name = `${createHash('sha256').update(folder).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`;
  if ((await readlink(base).catch(() => null)) === null) await symlink(join(await outsideFolder(), name), base).catch(() => {});
  await mkdir(await readlink(base), { recursive: true });
}

/** Returns a folder of root's that other users can pass through. */
export async function outsideFolder(): Promise<string> {
  for (const folder of ['/var/lib/ringpost', join(tmpdir(), 'ringpost')]) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      const found = await lstat(folder);
      // In a folder that every user can write to, another user may have made the folder first.
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      // The mode above is what a umask leaves of it.
      await chmod(folder, 0o755);
      return folder;
    } catch {
      // The folder is read-only, so the next one is tried.
    }
  }
  throw new Error(
    'Found no folder for the embedded PostgreSQL that the user "postgres" can reach. Set DATABASE_URL, or RINGPOST_DATA_FOLDER to a folder that it can enter.',
  );
}

/** Runs a test as that user, so that permissions, access lists and mounts all count. */
const canEnter = (folder: string, owner: Owner): Promise<boolean> => succeeds(runToEnd('test', ['-x', folder], owner));

async function makePrivate(folder: string, owner: Owner | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

/**
 * Makes the socket folder beside the data. If that path is too long for a socket, it is in the temporary folder under a
 * name derived from it.
 */
async function makeSocketFolder(data: string, owner: Owner | undefined): Promise<string> {
  const beside = join(dirname(data), 'socket');
  const short = join('/tmp', `ringpost-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`);
  const folder = Buffer.byteLength(join(beside, socketName)) <= maxSocketPathBytes ? beside : short;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const ours = found.isDirectory() && [process.getuid?.(), owner?.uid].includes(found.uid);
  if (!ours)
    throw new Error(`${folder} belongs to somebody else. The embedded PostgreSQL wants it for its socket: remove it, or set DATABASE_URL.`);
  await makePrivate(folder, owner);
  return folder;
}
