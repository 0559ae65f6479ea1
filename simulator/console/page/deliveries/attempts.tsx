import { exactTime } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import { type DeliveryRow, isAccepted } from '../timeline/rows.ts';
import type { SentAttempt } from './delivery.ts';
import { answerWord } from './explain-delivery.ts';

export function Attempts({ delivery, sent, ...choice }: AttemptsProps) {
  return (
    <section class="block" aria-label="Attempts">
      <h3>Attempts</h3>
      <table class="attempts">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Came</th>
            <th scope="col">Signature and contract</th>
            <th scope="col">Answered</th>
            <th scope="col">Compare</th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempts.map((attempt) => (
            <AttemptRow key={attempt.seq} attempt={attempt} written={sent.find(({ n }) => n === attempt.attempt)} {...choice} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AttemptRow({ attempt, written, chosen, compared, choose, compare }: AttemptRowProps) {
  return (
    <tr class={attempt.seq === chosen ? 'chosen' : ''}>
      <td>
        <button
          type="button"
          class="number"
          aria-pressed={attempt.seq === chosen}
          aria-label={`Show attempt ${attempt.attempt}`}
          onClick={() => choose(attempt.seq)}
        >
          {attempt.attempt}
        </button>
      </td>
      <td class="mono">{exactTime(attempt.at)}</td>
      <td>
        <Mark tone={attempt.isValid ? 'good' : 'bad'} /> {attempt.isValid ? 'holds' : 'does not hold'}
      </td>
      <td>
        <Mark tone={attempt.answered === null ? 'live' : isAccepted(attempt.answered) ? 'good' : 'wait'} /> {answerWord(attempt.answered)}
        {written && (
          <span class="muted">
            {' '}
            in {written.durationMs} ms{written.errorClass && `, ${written.errorClass}`}
          </span>
        )}
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare with attempt ${attempt.attempt}`}
          checked={attempt.seq === compared}
          disabled={attempt.seq === chosen}
          onChange={(event) => compare(event.currentTarget.checked ? attempt.seq : null)}
        />
      </td>
    </tr>
  );
}

/** The attempts that the user chose to see and to compare, by their entries in the timeline. */
interface Choice {
  readonly chosen: number | null;
  readonly compared: number | null;
  readonly choose: (seq: number) => void;
  readonly compare: (seq: number | null) => void;
}

interface AttemptsProps extends Choice {
  readonly delivery: DeliveryRow;
  readonly sent: readonly SentAttempt[];
}

interface AttemptRowProps extends Choice {
  readonly attempt: DeliveryRow['attempts'][number];
  /** Is the service's own record of the attempt. */
  readonly written: SentAttempt | undefined;
}
