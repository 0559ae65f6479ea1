import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Another user that the server must run as; absent means the current user. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Tells if something succeeds, such as a program or a look at a file. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Runs a short program to its end. If it fails, its stderr is the error's message. */
export async function runToEnd(program: string, args: readonly string[], owner: Owner | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], {
    ...owner,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
  });
  return stdout;
}
