import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { type CpuProfile, flameGraph } from '../report/flame-graph.ts';

/** CPU profiles of a bench's processes: Node writes one when a process ends, and each gets a page with a flame graph. */
export interface Profiles {
  /** Is a new folder for this run, or null if no profile was requested. */
  readonly folder: string | null;
  /** Begins a profile of this process, for benches that measure it. The returned function ends it. */
  begin(): Promise<() => Promise<void>>;
  /** Draws the pages once the processes have ended. */
  draw(): Promise<void>;
}

/** Reads the option `--profile cpu`. */
export async function profiles(asked: string | undefined): Promise<Profiles> {
  if (asked === undefined) return { folder: null, begin: async () => async () => {}, draw: async () => {} };
  if (asked !== 'cpu') throw new Error('--profile takes cpu.');
  const folder = join(import.meta.dirname, '..', 'results', `profiles-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(folder, { recursive: true });
  return {
    folder,
    async begin() {
      const session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      return async () => {
        const { profile } = await session.post('Profiler.stop');
        session.disconnect();
        await writeFile(join(folder, `CPU.${process.pid}.cpuprofile`), JSON.stringify(profile));
      };
    },
    async draw() {
      for (const name of (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.cpuprofile'))) {
        const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
        const page = join(folder, name.replace(/cpuprofile$/, 'html'));
        await writeFile(page, flameGraph(name, profile));
        console.log(`CPU profile: ${page}`);
      }
    },
  };
}
