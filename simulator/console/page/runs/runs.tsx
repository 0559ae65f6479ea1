import { Problem } from '../frame/parts.tsx';
import { useWork } from '../frame/use-work.ts';
import { get, post } from '../link/api.ts';
import { useReading } from '../link/reading.ts';
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
  const { isBusy, run: work } = useWork();
  const { answer: current, problem, change } = useReading<Run>('/run', version);

  const play = async (find: () => Promise<Run>): Promise<void> => {
    const run = await find();
    await kept.keepCurrent();
    onPlayed((await post<{ requests: number }>('/run', run)).requests);
  };
  const onPlay = (find: () => Promise<Run>): void => void work(() => change(play(find)));

  return (
    <div class="compose">
      <ThisRun
        current={current}
        isBusy={isBusy}
        onPlay={() => onPlay(() => get<Run>('/run'))}
        onKeep={() => void change(kept.keepCurrent())}
      />
      <TakeAlong />
      <EarlierRuns kept={kept} isBusy={isBusy} onPlay={onPlay} />
      {problem && <Problem>{problem}</Problem>}
      <p class="hint">
        Playing forgets what is shown and asks the providers the same again, each request at its time, with the same seed: the same stories,
        to the word. “Run until idle” does not wait for them. The service is not asked to call; it hears of calls that it knows already.
      </p>
    </div>
  );
}
