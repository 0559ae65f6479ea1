import { useState } from 'preact/hooks';
import { Problem } from '../frame/parts.tsx';
import { get, post, sentenceOf } from '../link/api.ts';
import { useCurrentRun } from './current-run.ts';
import { EarlierRuns } from './earlier-runs.tsx';
import type { KeptRuns, Run } from './kept-runs.ts';
import { TakeAlong } from './take-along.tsx';
import { ThisRun } from './this-run.tsx';

/** Exports past runs and plays them again. */
export interface RunsProps {
  /** Grows with each request to the providers. */
  readonly version: number;
  readonly kept: KeptRuns;
  readonly onPlayed: (requests: number) => void;
}

export function Runs({ version, kept, onPlayed }: RunsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const current = useCurrentRun(version, setProblem);

  const play = async (find: () => Promise<Run>): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      const run = await find();
      await kept.keepCurrent();
      onPlayed((await post<{ requests: number }>('/run', run)).requests);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div class="compose">
      <ThisRun current={current} isBusy={isBusy} onPlay={() => void play(() => get<Run>('/run'))} onKeep={() => void kept.keepCurrent()} />
      <TakeAlong />
      <EarlierRuns kept={kept} isBusy={isBusy} onPlay={(find) => void play(find)} />
      {problem && <Problem>{problem}</Problem>}
      <p class="hint">
        Playing forgets what is shown and asks the providers the same again, each request at its time, with the same seed: the same stories,
        to the word. “Run until idle” does not wait for them. The service is not asked to call; it hears of calls that it knows already.
      </p>
    </div>
  );
}
