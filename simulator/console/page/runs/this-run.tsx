import { Button } from '../frame/button.tsx';
import { plural } from '../frame/format.ts';
import type { Run } from './kept-runs.ts';

/** Shows the current run, which can be played again or kept. */
export interface ThisRunProps {
  readonly current: Run | null;
  readonly isBusy: boolean;
  readonly onPlay: () => void;
  readonly onKeep: () => void;
}

export function ThisRun({ current, isBusy, onPlay, onKeep }: ThisRunProps) {
  return (
    <section class="card" aria-label="This run">
      <header>
        <h3>This run</h3>
        {current && <span class="muted">seed {current.seed}</span>}
      </header>
      <p class="hint">{current ? runWord(current) : 'Not known yet.'}</p>
      <div class="chips">
        <Button class="chip" isOff={isBusy || !current?.requests.length} onClick={onPlay}>
          Play it again
        </Button>
        <Button class="chip" isOff={!current?.requests.length} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </section>
  );
}

const runWord = ({ requests, faults }: Run): string =>
  `${plural(requests.length, 'request')} to the providers${faults.length > 0 ? `, ${plural(faults.length, 'fault')}` : ''}.`;
