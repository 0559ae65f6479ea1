import { useEffect, useState } from 'preact/hooks';
import { plural, timeOfDay } from '../frame/format.ts';
import { Problem } from '../frame/parts.tsx';
import { get, post, sentenceOf } from '../link/api.ts';
import type { KeptRuns, Run } from './kept-runs.ts';

/** Exports past runs and plays them again. */
export interface RunsProps {
  /** Grows with each request to the providers. */
  readonly version: number;
  readonly kept: KeptRuns;
  readonly onPlayed: (requests: number) => void;
}

export function Runs({ version, kept, onPlayed }: RunsProps) {
  const [current, setCurrent] = useState<Run | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => get<Run>('/run').then(setCurrent, (error: unknown) => setProblem(sentenceOf(error))), settleMs);
    return () => clearTimeout(timer);
  }, [version]);

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
      <section class="card" aria-label="This run">
        <header>
          <h3>This run</h3>
          {current && <span class="muted">seed {current.seed}</span>}
        </header>
        <p class="hint">{current ? runWord(current) : 'Not known yet.'}</p>
        <div class="chips">
          <button
            type="button"
            class="chip"
            disabled={isBusy || !current?.requests.length}
            onClick={() => void play(() => get<Run>('/run'))}
          >
            Play it again
          </button>
          <button type="button" class="chip" disabled={!current?.requests.length} onClick={() => void kept.keepCurrent()}>
            Keep it
          </button>
        </div>
      </section>
      <section class="card" aria-label="Take along">
        <h3>Take along</h3>
        <div class="chips">
          <a class="chip" href="/har" download="ringpost.har">
            HTTP as HAR
          </a>
          <a class="chip" href="/timeline?format=ndjson" download="timeline.ndjson">
            Timeline as NDJSON
          </a>
          <a class="chip" href="/run" download="run.json">
            Run as a file
          </a>
        </div>
      </section>
      <section class="card" aria-label="Earlier runs">
        <h3>Earlier runs</h3>
        {kept.list.length === 0 && <p class="hint">Each reset keeps the run before it here, in this browser.</p>}
        <ul class="plain">
          {kept.list.map(({ at, run }) => (
            <li key={at} class="kept-run">
              <span>
                <strong>
                  {new Date(at).toLocaleString('en-GB', {
                    day: 'numeric',
                    month: 'short',
                    hour: '2-digit',
                    minute: '2-digit',
                    second: '2-digit',
                  })}
                </strong>
                <span class="muted">
                  {plural(run.requests.length, 'request')}, seed {run.seed}
                </span>
              </span>
              <button
                type="button"
                class="chip"
                disabled={isBusy}
                aria-label={`Play the run of ${timeOfDay(at)}`}
                onClick={() => void play(async () => run)}
              >
                Play
              </button>
              <button type="button" class="quiet" aria-label={`Forget the run of ${timeOfDay(at)}`} onClick={() => kept.forget(at)}>
                ✕
              </button>
            </li>
          ))}
        </ul>
        <label class="file">
          <span class="label">Play a file</span>
          <input
            type="file"
            accept=".json,application/json"
            disabled={isBusy}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file) void play(async () => readRun(await file.text()));
            }}
          />
        </label>
      </section>
      {problem && <Problem>{problem}</Problem>}
      <p class="hint">
        Playing forgets what is shown and asks the providers the same again, each request at its time, with the same seed: the same stories,
        to the word. “Run until idle” does not wait for them. The service is not asked to call; it hears of calls that it knows already.
      </p>
    </div>
  );
}

/** Requests come in bursts, so one read follows each burst. */
const settleMs = 250;

const runWord = ({ requests, faults }: Run): string =>
  `${plural(requests.length, 'request')} to the providers${faults.length > 0 ? `, ${plural(faults.length, 'fault')}` : ''}.`;

/** Parses a file as JSON. The simulator decides if it is a run. */
function readRun(text: string): Run {
  try {
    return JSON.parse(text) as Run;
  } catch {
    throw new Error('That file is not JSON. Play one that was taken along from here.');
  }
}
