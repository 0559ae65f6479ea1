import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { type CpuProfile, flameGraph } from '../report/flame-graph.ts';

/** CPU profiles of what a bench starts: what Node writes when a process ends, and a page of each that shows it as a flame graph. */
export interface Profiles {
  /** Of its own for this run; null: none was asked for. */
  readonly folder: string | null;
  /** Where what is measured is this process: from now until it is told to end. */
  begin(): Promise<() => Promise<void>>;
  /** Once the processes have ended. */
  draw(): Promise<void>;
}

/** `--profile cpu`. */
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
