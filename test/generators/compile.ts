import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const tsc = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));

/** Compiles all that is in the folder. Returns what the compiler objects to, for each folder in it. */
export async function compile(folder: string): Promise<(name: string) => readonly string[]> {
  const child = spawn(process.execPath, [tsc, '--project', folder, '--pretty', 'false'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const lines = printed.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  const stray = lines.filter((line) => !/^[\w-]+\//.test(line));
  if (stray.length > 0) throw new Error(stray.join('\n'));
  return (name) => lines.filter((line) => line.startsWith(`${name}/`));
}
