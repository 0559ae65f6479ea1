import { Button } from '../frame/button.tsx';
import { plural, timeOfDay } from '../frame/format.ts';
import type { KeptRun, KeptRuns, Run } from './kept-runs.ts';

/** Lists the kept runs, which can be played again, as can a run from a file. */
export interface EarlierRunsProps {
  readonly kept: KeptRuns;
  readonly isBusy: boolean;
  readonly onPlay: (find: () => Promise<Run>) => void;
}

export function EarlierRuns({ kept, isBusy, onPlay }: EarlierRunsProps) {
  return (
    <section class="card" aria-label="Earlier runs">
      <h3>Earlier runs</h3>
      {kept.list.length === 0 && <p class="hint">Each reset keeps the run before it here, in this browser.</p>}
      <ul class="plain">
        {kept.list.map((each) => (
          <EarlierRun
            key={each.at}
            kept={each}
            isBusy={isBusy}
            onPlay={() => onPlay(async () => each.run)}
            onForget={() => kept.forget(each.at)}
          />
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
            if (file) onPlay(async () => readRun(await file.text()));
          }}
        />
      </label>
    </section>
  );
}

interface EarlierRunProps {
  readonly kept: KeptRun;
  readonly isBusy: boolean;
  readonly onPlay: () => void;
  readonly onForget: () => void;
}

function EarlierRun({ kept: { at, run }, isBusy, onPlay, onForget }: EarlierRunProps) {
  return (
    <li class="kept-run">
      <span>
        <strong>{new Date(at).toLocaleString('en-GB', toTheSecond)}</strong>
        <span class="muted">
          {plural(run.requests.length, 'request')}, seed {run.seed}
        </span>
      </span>
      <Button class="chip" isOff={isBusy} aria-label={`Play the run of ${timeOfDay(at)}`} onClick={onPlay}>
        Play
      </Button>
      <button type="button" class="quiet" aria-label={`Forget the run of ${timeOfDay(at)}`} onClick={onForget}>
        ✕
      </button>
    </li>
  );
}

const toTheSecond = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Parses a file as JSON. The simulator decides if it is a run. */
function readRun(text: string): Run {
  try {
    return JSON.parse(text) as Run;
  } catch {
    throw new Error('That file is not JSON. Play one that was taken along from here.');
  }
}
