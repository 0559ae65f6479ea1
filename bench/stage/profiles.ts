import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** CPU profiles of what a bench starts, as Node writes them when a process ends. DevTools and speedscope show one as a flame graph. */
export interface Profiles {
  /** Of its own for this run; null: none was asked for. */
  readonly folder: string | null;
  /** Where what is measured is this process: from now until it is told to end. */
  begin(): Promise<() => Promise<void>>;
  /** Once the processes have ended: prints where the profiles are. */
  name(): Promise<void>;
}

/** `--profile cpu`. */
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
