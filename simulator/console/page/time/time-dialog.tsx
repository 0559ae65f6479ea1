import { useState } from 'preact/hooks';
import { Button } from '../frame/button.tsx';
import { Dialog } from '../frame/dialog.tsx';
import { plural, span, timeOfDay } from '../frame/format.ts';
import { Problem } from '../frame/parts.tsx';
import { useSeconds } from '../frame/use-seconds.ts';
import { sentenceOf } from '../link/api.ts';
import type { TimeState } from './time.ts';
import { elapsed, paceWord, passedSentence, secondsIn } from './words.ts';

const steps = ['1m', '5m', '30m', '2h', '6h', '1d'];
const speeds = [1, 20, 60];

export function TimeDialog({ time, say, onClose }: { time: TimeState; say: (sentence: string) => void; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  useSeconds(true);
  const attempt = async (work: Promise<string>): Promise<void> => {
    setProblem(null);
    await work.then(say, (error: unknown) => setProblem(sentenceOf(error)));
  };
  const isOff = !time.view || time.isMoving;
  return (
    <Dialog title="Time" onClose={onClose}>
      <div class="clock-cards">
        <StoryClock time={time} />
        <ServiceClock time={time} />
      </div>
      <Pace {...{ time, isOff, attempt }} />
      <Advance {...{ time, isOff, attempt }} onProblem={setProblem} />
      {problem && <Problem>{problem}</Problem>}
      {!problem && time.problem && <Problem>{time.problem}</Problem>}
    </Dialog>
  );
}

interface MoveProps {
  readonly time: TimeState;
  readonly isOff: boolean;
  /** Says what the work resolves to, or shows why it failed. */
  readonly attempt: (work: Promise<string>) => Promise<void>;
}

function Pace({ time, isOff, attempt }: MoveProps) {
  const { view } = time;
  return (
    <fieldset class="chips" aria-label="Pace">
      <Button
        class="chip"
        aria-pressed={view?.pace === 'frozen'}
        isOff={isOff}
        onClick={() => void attempt(time.freeze().then(() => 'Time is frozen.'))}
      >
        Freeze
      </Button>
      {speeds.map((speed) => (
        <Button
          key={speed}
          class="chip"
          aria-pressed={view?.pace === 'running' && view.speed === speed}
          isOff={isOff}
          onClick={() => void attempt(time.run(speed).then(() => (speed === 1 ? 'Time runs.' : `Time runs ${speed} times as fast.`)))}
        >
          Run ×{speed}
        </Button>
      ))}
    </fieldset>
  );
}

function Advance({ time, isOff, attempt, onProblem }: MoveProps & { readonly onProblem: (sentence: string) => void }) {
  const advance = (text: string): void => {
    const seconds = secondsIn(text);
    if (seconds === null) onProblem('That is no duration. Write 90s, 5m, 1h30m or 2d.');
    else void attempt(time.advance(seconds).then(passedSentence));
  };
  return (
    <div class="advance">
      <h3>{time.view?.service ? 'Advance both' : 'Advance'}</h3>
      <fieldset class="chips" aria-label="How far">
        {steps.map((step) => (
          <Button key={step} class="chip" isOff={isOff} onClick={() => advance(step)}>
            {span(secondsIn(step) ?? 0)}
          </Button>
        ))}
      </fieldset>
      <DurationForm isOff={isOff} onAdvance={advance} />
      <Button class="primary" isOff={isOff} onClick={() => void attempt(time.runUntilIdle().then(passedSentence))}>
        {time.isMoving ? 'Moving…' : 'Run until idle'}
      </Button>
      <p class="hint">
        To the next thing that is due on either side, until what it sets off is done, then on. A delivery that keeps failing goes through
        all its retries in seconds. Signatures keep the real time.
      </p>
    </div>
  );
}

function DurationForm({ isOff, onAdvance }: { isOff: boolean; onAdvance: (text: string) => void }) {
  const [typed, setTyped] = useState('90s');
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        onAdvance(typed);
      }}
    >
      <label>
        <span class="unseen">Duration</span>
        <input class="mono" required value={typed} placeholder="1h30m" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <Button type="submit" isOff={isOff}>
        Advance
      </Button>
    </form>
  );
}

function StoryClock({ time }: { time: TimeState }) {
  const { view } = time;
  return (
    <section class="clock-card" aria-label="Clock of the stories">
      <h3>Stories</h3>
      <strong class="reading">{view ? elapsed(time.elapsedSeconds()) : '–'}</strong>
      <p class="muted">
        {view?.pace === 'frozen' ? 'Frozen' : view ? `Runs ${paceWord(view)}` : 'Not known'}
        {view && (view.waiting === 0 ? '; nothing waits.' : `; ${plural(view.waiting, 'step')} to come${inWord(view.nextInSeconds)}.`)}
      </p>
    </section>
  );
}

function ServiceClock({ time }: { time: TimeState }) {
  const service = time.view?.service;
  return (
    <section class="clock-card" aria-label="Clock of the service">
      <h3>Service</h3>
      <strong class="reading">{service ? timeOfDay(new Date(time.serviceNow()).toISOString()) : '–'}</strong>
      {service && (
        <p class="muted">
          {new Date(time.serviceNow()).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })},{' '}
          {service.offsetSeconds > 0 ? `${span(service.offsetSeconds)} ahead of the real time` : 'the real time'}
          {service.nextInSeconds === null ? '; nothing is due.' : `; the next thing is due${inWord(service.nextInSeconds)}.`}
        </p>
      )}
      {!service && (
        <p class="muted">
          {time.problem ? (
            'It does not answer.'
          ) : (
            <>
              Not linked, so only stories move. Start with <code>--operator-url</code>.
            </>
          )}
        </p>
      )}
    </section>
  );
}

const inWord = (seconds: number | null): string => (seconds === null ? '' : seconds < 1 ? ' now' : ` in ${span(seconds)}`);
