import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Another user that the server must run as; absent: ourselves. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Runs a short program to its end; what it said on stderr becomes the error. */
export async function runToEnd(program: string, args: readonly string[], owner: Owner | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], {
    ...owner,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
  });
  return stdout;
}
