import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { programIn } from '../support/tools.ts';

const tsc = programIn(fileURLToPath(new URL('..', import.meta.url)), 'tsc');

/** Compiles all that is in the folder. Returns what the compiler objects to, for each folder in it. */
export async function compile(folder: string): Promise<(name: string) => readonly string[]> {
  const child = spawn(tsc, ['--project', folder, '--pretty', 'false'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const lines = printed.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  const stray = lines.filter((line) => !/^[\w-]+\//.test(line));
  if (stray.length > 0) throw new Error(stray.join('\n'));
  return (name) => lines.filter((line) => line.startsWith(`${name}/`));
}
