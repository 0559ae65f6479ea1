import { useState } from 'preact/hooks';
import { sentenceOf } from '../link/api.ts';

/** Work that is asked for by a button or a form: if it is under way, and why it failed the last time. */
interface Work {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Resolves to whether it was done. */
  run(work: () => Promise<unknown>): Promise<boolean>;
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
      const why = await work().then(() => null, hintOf);
      setProblem(why);
      setIsBusy(false);
      return why === null;
    },
  };
}
