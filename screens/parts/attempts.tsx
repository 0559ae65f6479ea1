import { Mark } from '../../simulator/console/page/frame/parts.tsx';
import { Waterfall } from '../../simulator/console/page/frame/waterfall.tsx';
import { attemptWords } from '../../src/contract/attempt-words.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { Time } from './time.tsx';

type Schemas = components['schemas'];
type Attempt = Schemas['DeliveryAttempt'];
type Times = Pick<Schemas['WebhookDeliveryFields'], 'attempts' | 'createdAt' | 'errorMessage' | 'nextRetryAt'>;

/** The attempts of a delivery on an axis from its event to the last thing that is known of it. */
export function Attempts({ delivery, attempts }: { delivery: Times; attempts: readonly Attempt[] }) {
  const { createdAt, nextRetryAt } = delivery;
  if (attempts.length === 0) return <p class="muted">None yet.</p>;
  return (
    <Waterfall
      from={new Date(createdAt).getTime()}
      attempts={attempts}
      timesOf={({ startedAt, durationMs, errorClass }) => ({
        startedAt: new Date(startedAt).getTime(),
        durationMs,
        isAccepted: errorClass === null,
      })}
      next={
        nextRetryAt === null ? null : { at: new Date(nextRetryAt).getTime(), line: <NextLine n={attempts.length + 1} at={nextRetryAt} /> }
      }
    >
      {(attempt, gap) => <AttemptLine attempt={attempt} words={attemptWords(attempt, delivery)} gap={gap} />}
    </Waterfall>
  );
}

const NextLine = ({ n, at }: { n: number; at: string }) => (
  <span class="attempt">
    <Mark tone="wait" /> <strong>{n}</strong> goes at <Time at={at} />
  </span>
);

function AttemptLine({ attempt, words, gap }: { attempt: Attempt; words: string; gap: string | null }) {
  const { n, startedAt, errorClass, durationMs, responseHead } = attempt;
  const isAccepted = errorClass === null;
  return (
    <>
      <span class="attempt">
        <Mark tone={isAccepted ? 'good' : 'bad'} label={isAccepted ? 'accepted' : 'failed'} /> <strong>{n}</strong> <Time at={startedAt} />{' '}
        <span>{words}</span>{' '}
        <span class="muted">
          in {durationMs.toLocaleString('en')} ms{gap !== null && `, ${gap} after the one before`}
        </span>
      </span>
      {responseHead !== null && responseHead !== '' && (
        <details>
          <summary>Its answer began</summary>
          <pre class="wrap">{responseHead}</pre>
        </details>
      )}
    </>
  );
}
