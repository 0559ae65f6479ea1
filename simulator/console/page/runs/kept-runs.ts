import { useState } from 'preact/hooks';
import { keep, readList } from '../frame/kept.ts';
import { get, type Schemas } from '../link/api.ts';

/** A run that this browser keeps. Each reset and each replay begins a new one. */
export interface KeptRun {
  /** Is the time when it was kept, which is unique. */
  readonly at: string;
  readonly run: Run;
}

export type Run = Schemas['RunView'];

export interface KeptRuns {
  readonly list: readonly KeptRun[];
  /** Keeps the current run, if it has any request. Resolves to whether it has. */
  keepCurrent(): Promise<boolean>;
  forget(at: string): void;
}

export function useKeptRuns(): KeptRuns {
  const [list, setList] = useState(() => readList<KeptRun>(name));
  const change = (next: readonly KeptRun[]): void => {
    let kept = next.slice(0, maxKept);
    // A long run may exceed the browser's storage: the oldest ones are removed first.
    while (!keep(name, JSON.stringify(kept)) && kept.length > 1) kept = kept.slice(0, -1);
    setList(kept);
  };
  return {
    list,
    async keepCurrent() {
      const run = await get<Run>('/run');
      if (run.requests.length === 0) return false;
      change([{ at: new Date().toISOString(), run }, ...readList<KeptRun>(name)]);
      return true;
    },
    forget: (at) => change(list.filter((each) => each.at !== at)),
  };
}

const name = 'ringpost-console-runs';
const maxKept = 20;
