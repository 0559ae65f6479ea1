import { span } from '../../simulator/console/page/frame/format.ts';
import { Mark } from '../../simulator/console/page/frame/parts.tsx';
import type { Answer } from './api.ts';
import { Time } from './parts.tsx';

type Read = Answer<'readDelivery'>;
type Attempt = Read['attempts'][number];
type Times = Pick<Read['delivery'], 'createdAt' | 'nextRetryAt'>;

/** The attempts as a waterfall: each is a bar on the axis from the event to the last thing that is known of the delivery. */
export function Attempts({ delivery, attempts }: { delivery: Times; attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p class="muted">None yet.</p>;
  const axis = axisOf(delivery, attempts);
  return (
    <ol class="waterfall" aria-label="Attempts">
      {attempts.map((attempt, index) => (
        <li key={attempt.n}>
          <AttemptLine attempt={attempt} before={attempts[index - 1]} />
          <Bar attempt={attempt} axis={axis} />
          {attempt.responseHead !== null && attempt.responseHead !== '' && (
            <details>
              <summary>Its answer began</summary>
              <pre class="wrap">{attempt.responseHead}</pre>
            </details>
          )}
        </li>
      ))}
      {delivery.nextRetryAt !== null && (
        <li>
          <span class="attempt">
            <Mark tone="wait" /> <strong>{attempts.length + 1}</strong> goes at <Time at={delivery.nextRetryAt} />
          </span>
        </li>
      )}
    </ol>
  );
}

function AttemptLine({ attempt, before }: { attempt: Attempt; before: Attempt | undefined }) {
  const isAccepted = attempt.errorClass === null;
  return (
    <span class="attempt">
      <Mark tone={isAccepted ? 'good' : 'bad'} label={isAccepted ? 'accepted' : 'failed'} /> <strong>{attempt.n}</strong>{' '}
      <Time at={attempt.startedAt} /> <span>{attempt.status ?? attempt.errorClass}</span>{' '}
      <span class="muted">
        in {attempt.durationMs.toLocaleString('en')} ms{before && `, ${span(gapSeconds(before, attempt))} after the one before`}
      </span>
    </span>
  );
}

const gapSeconds = (before: Attempt, attempt: Attempt): number => (startOf(attempt) - startOf(before) - before.durationMs) / 1_000;
const startOf = ({ startedAt }: Attempt): number => new Date(startedAt).getTime();

interface Axis {
  readonly from: number;
  readonly to: number;
}

/** The end of the last attempt, or the next one, ends the axis. It never has no length. */
function axisOf({ createdAt, nextRetryAt }: Times, attempts: readonly Attempt[]): Axis {
  const from = new Date(createdAt).getTime();
  const ends = attempts.map((attempt) => startOf(attempt) + attempt.durationMs);
  return { from, to: Math.max(from + 1, ...ends, nextRetryAt === null ? 0 : new Date(nextRetryAt).getTime()) };
}

/** Per mille of the axis; a bar is always wide enough to be seen. */
const axisWidth = 1_000;
const leastWidth = 6;

function Bar({ attempt, axis }: { attempt: Attempt; axis: Axis }) {
  const scale = axisWidth / (axis.to - axis.from);
  const width = Math.min(axisWidth, Math.max(leastWidth, attempt.durationMs * scale));
  const x = Math.min(axisWidth - width, Math.max(0, (startOf(attempt) - axis.from) * scale));
  return (
    <svg class="axis" viewBox={`0 0 ${axisWidth} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width={axisWidth} height="8" />
      <rect class={attempt.errorClass === null ? 'good' : 'bad'} x={x} width={width} height="8" />
    </svg>
  );
}
