import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** CPU profiles of a bench's processes: Node writes one when a process ends. DevTools and speedscope open it as a flame graph. */
export interface Profiles {
  /** Is a new folder for this run, or null if no profile was requested. */
  readonly folder: string | null;
  /** Begins a profile of this process, for benches that measure it. The returned function ends it. */
  begin(): Promise<() => Promise<void>>;
  /** Prints where the profiles are, once the processes have ended. */
  name(): Promise<void>;
}

/** Reads the option `--profile cpu`. */
export async function profiles(asked: string | undefined): Promise<Profiles> {
  if (asked === undefined) return { folder: null, begin: async () => async () => {}, name: async () => {} };
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
    async name() {
      for (const file of await readdir(folder, { recursive: true }))
        if (file.endsWith('.cpuprofile')) console.log(`CPU profile: ${join(folder, file)}`);
    },
  };
}
