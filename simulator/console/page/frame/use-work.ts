import { useState } from 'preact/hooks';
import { sentenceOf } from '../link/api.ts';

/** Work that is asked for by a button or a form: if it is under way, and why it failed the last time. */
export interface Work {
  readonly isBusy: boolean;
  readonly problem: string | null;
  run(work: () => Promise<unknown>): Promise<void>;
}

export function useWork(hintOf: (error: unknown) => string = sentenceOf): Work {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isBusy,
    problem,
    async run(work) {
      setIsBusy(true);
      setProblem(null);
      await work().catch((error: unknown) => setProblem(hintOf(error)));
      setIsBusy(false);
    },
  };
}
