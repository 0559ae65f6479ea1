import { Button } from '../frame/button.tsx';
import { timeOfDay } from '../frame/format.ts';
import { useSeconds } from '../frame/use-seconds.ts';
import { sentenceOf } from '../link/api.ts';
import type { TimeState } from './time.ts';
import { aheadWord, elapsed, paceWord, passedSentence } from './words.ts';

/** Shows both clocks and their most common actions. */
export interface ClocksProps {
  readonly time: TimeState;
  readonly onOpen: () => void;
  readonly say: (sentence: string) => void;
}

export function Clocks({ time, onOpen, say }: ClocksProps) {
  useSeconds(time.view !== null);
  const isFrozen = time.view?.pace === 'frozen';
  const attempt = (work: Promise<string>): void => void work.then(say, (error: unknown) => say(sentenceOf(error)));
  return (
    <fieldset class="clocks" aria-label="Time">
      <Button
        class="quiet pace"
        aria-label={isFrozen ? 'Let time run' : 'Freeze time'}
        title={isFrozen ? 'Let time run' : 'Freeze time: calls, texts and late answers stand still'}
        isOff={!time.view || time.isMoving}
        onClick={() => attempt(isFrozen ? time.resume().then(() => 'Time runs.') : time.freeze().then(() => 'Time is frozen.'))}
      >
        <span aria-hidden="true">{isFrozen ? '▶' : '❚❚'}</span>
      </Button>
      <button type="button" class="quiet both" title="Time (a)" onClick={onOpen}>
        <Clock name="Stories" reads={time.view ? elapsed(time.elapsedSeconds()) : '–'} note={paceWord(time.view)} />
        <Clock
          name="Service"
          reads={time.view?.service ? timeOfDay(new Date(time.serviceNow()).toISOString()) : '–'}
          note={aheadWord(time.view?.service?.offsetSeconds)}
        />
      </button>
      <Button
        class="quiet idle"
        title="Go from one due step to the next until nothing waits: every retry, in seconds"
        isOff={!time.view || time.isMoving}
        onClick={() => attempt(time.runUntilIdle().then(passedSentence))}
      >
        {time.isMoving ? 'Moving…' : 'Run until idle'}
      </Button>
    </fieldset>
  );
}

function Clock({ name, reads, note }: { name: string; reads: string; note: string }) {
  return (
    <span class="clock">
      <span class="clock-name">{name}</span> <span class="reading">{reads}</span> <span class="clock-note">{note}</span>
    </span>
  );
}
