import { exactTime } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import { type DeliveryRow, isAccepted } from '../timeline/rows.ts';
import type { SentAttempt } from './delivery.ts';
import { answerWord } from './explain-delivery.ts';

export function Attempts({ delivery, sent, chosen, compared, choose, compare }: AttemptsProps) {
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
          {delivery.attempts.map((attempt) => {
            const written = sent.find(({ n }) => n === attempt.attempt);
            return (
              <tr key={attempt.seq} class={attempt.seq === chosen ? 'chosen' : ''}>
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
                  <Mark tone={attempt.answered === null ? 'live' : isAccepted(attempt.answered) ? 'good' : 'wait'} />{' '}
                  {answerWord(attempt.answered)}
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
          })}
        </tbody>
      </table>
    </section>
  );
}

interface AttemptsProps {
  readonly delivery: DeliveryRow;
  readonly sent: readonly SentAttempt[];
  readonly chosen: number | null;
  readonly compared: number | null;
  readonly choose: (seq: number) => void;
  readonly compare: (seq: number | null) => void;
}
