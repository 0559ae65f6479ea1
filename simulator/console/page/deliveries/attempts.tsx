import { attemptWords } from '../../../../src/contract/attempt-words.ts';
import { exactTime, timeOfDay } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import type { Standing } from '../frame/tone.ts';
import { type Tried, Waterfall } from '../frame/waterfall.tsx';
import { type Attempt, type DeliveryRow, isAccepted } from '../timeline/rows.ts';
import { type SentAttempt, writtenIn } from './delivery.ts';
import { answerWord } from './explain-delivery.ts';
import type { Sent } from './sent.ts';

/**
 * The attempts on an axis of time: that of the service if it is known, since its clock may have been moved, and otherwise that of their
 * arrival.
 */
export function Attempts({ delivery, sent, ...choice }: AttemptsProps) {
  const writtenOf = (attempt: Attempt): SentAttempt | undefined => writtenIn(sent.attempts, attempt, delivery);
  const isByService = sent.delivery !== null && delivery.attempts.every((attempt) => writtenOf(attempt));
  const next = isByService ? (sent.delivery?.nextRetryAt ?? null) : null;
  return (
    <section class="block" aria-label="Attempts">
      <h3>Attempts</h3>
      <Waterfall
        from={Date.parse((isByService && sent.delivery?.createdAt) || delivery.at)}
        fromWord={isByService ? 'made' : 'came'}
        attempts={delivery.attempts}
        timesOf={(attempt) => timesOf(attempt, writtenOf(attempt), isByService)}
        next={next === null ? null : { at: Date.parse(next), line: <NextLine n={delivery.attempts.length + 1} at={next} /> }}
      >
        {(attempt, gap) => (
          <AttemptLine
            attempt={attempt}
            written={writtenOf(attempt)}
            words={unansweredWords(writtenOf(attempt), sent)}
            gap={gap}
            {...choice}
          />
        )}
      </Waterfall>
    </section>
  );
}

function timesOf({ at, answered, answeredAt }: Attempt, written: SentAttempt | undefined, isByService: boolean): Tried {
  const seen = answeredAt === null ? null : Date.parse(answeredAt) - Date.parse(at);
  return {
    startedAt: Date.parse(isByService && written ? written.startedAt : at),
    durationMs: written?.durationMs ?? seen,
    isAccepted: isAccepted(answered),
  };
}

/** A status is not repeated: the receiver says itself what it answered. */
const unansweredWords = (written: SentAttempt | undefined, { delivery }: Sent): string | null =>
  written?.status === null && delivery ? attemptWords(written, delivery) : null;

const NextLine = ({ n, at }: { n: number; at: string }) => (
  <span class="attempt">
    <Mark tone="wait" /> <strong>{n}</strong> goes at {timeOfDay(at)} of the service’s clock
  </span>
);

const signed = {
  valid: { tone: 'good', word: 'verifies' },
  not_checked: { tone: 'quiet', word: 'not verified: no secret' },
  invalid: { tone: 'bad', word: 'does not verify' },
} as const satisfies Record<Attempt['result'], Standing>;

function AttemptLine({
  attempt: { attempt, at, result, answered },
  written,
  words,
  gap,
  chosen,
  compared,
  choose,
  compare,
}: AttemptLineProps) {
  return (
    <span class={attempt === chosen ? 'attempt chosen' : 'attempt'}>
      <button
        type="button"
        class="number"
        aria-pressed={attempt === chosen}
        aria-label={`Show attempt ${attempt}`}
        onClick={() => choose(attempt)}
      >
        {attempt}
      </button>
      <span class="mono">{exactTime(at)}</span>
      <span>
        <Mark tone={answered === null ? 'live' : isAccepted(answered) ? 'good' : 'wait'} /> {answerWord(answered)}
      </span>
      <span>
        <Mark tone={signed[result].tone} /> {signed[result].word}
      </span>
      <span class="muted">
        {[written && `in ${written.durationMs.toLocaleString('en')} ms`, words, gap !== null && `${gap} after the one before`]
          .filter(Boolean)
          .join(', ')}
      </span>
      <label class="compare">
        <input
          type="checkbox"
          aria-label={`Compare with attempt ${attempt}`}
          checked={attempt === compared}
          disabled={attempt === chosen}
          onChange={(event) => compare(event.currentTarget.checked ? attempt : null)}
        />
        <span aria-hidden="true">compare</span>
      </label>
    </span>
  );
}

/** The attempts that the user chose to see and to compare, by their numbers. */
interface Choice {
  readonly chosen: number | null;
  readonly compared: number | null;
  readonly choose: (attempt: number) => void;
  readonly compare: (attempt: number | null) => void;
}

interface AttemptsProps extends Choice {
  readonly delivery: DeliveryRow;
  readonly sent: Sent;
}

interface AttemptLineProps extends Choice {
  readonly attempt: Attempt;
  /** Is the service's own record of the attempt. */
  readonly written: SentAttempt | undefined;
  /** Says why the service got no answer; null if it got one. */
  readonly words: string | null;
  readonly gap: string | null;
}
