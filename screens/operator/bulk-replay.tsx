import { useState } from 'preact/hooks';
import { go } from '../../simulator/console/page/frame/address.ts';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { plural } from '../../simulator/console/page/frame/format.ts';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { TimeFacet } from '../parts/facet.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useChange } from '../parts/use-change.ts';
import { type Answer, change, read } from './api.ts';

interface BulkReplayProps {
  /** The view, whose address keeps the time. */
  readonly address: readonly string[];
  /** The endpoint's path in the API. */
  readonly path: string;
  readonly since: string;
  readonly onDone: () => void;
}

/** Counts the deliveries that failed for good since a time, sends them again when told to, and shows how far that is. */
export function BulkReplay({ address, path, since, onDone }: BulkReplayProps) {
  const [begun, setBegun] = useState<string | null>(null);
  const asked = useAnswer(`${path} ${since}`, () => read<'previewReplay'>(`${path}/replay-preview`, { since }), 5_000);
  const { isBusy, problem, run } = useChange();
  const send = (): Promise<unknown> =>
    run(async () => {
      const { replay } = await change<'createReplay'>('POST', `${path}/replays`, { since });
      setBegun(replay.id);
      // The endpoint's trouble ends with the replay, and another time would be another search.
      go(address, { since });
      // Until it is seen that one is running, another press would be refused.
      await asked.askAgain();
    }).then(onDone);
  return (
    <>
      <div class="facets">
        <TimeFacet
          name="Given up since (UTC)"
          value={since}
          onGive={(value) => {
            setBegun(null);
            go(address, { since: value });
          }}
        />
      </div>
      <Answered asked={asked}>
        {({ preview: { total, running } }) => (
          <>
            <p>
              <Button isOff={isBusy || total === 0 || running !== null} onClick={() => void send()}>
                Send {plural(total, 'delivery', 'deliveries')} again
              </Button>{' '}
              {(running ?? begun) === null && (
                <span class="muted">So many were given up since then and are still failed. Nothing is sent until you press it.</span>
              )}
            </p>
            {(running ?? begun) !== null && <Progress path={`${path}/replays/${running ?? begun}`} />}
            {problem !== null && <Problem>{problem}</Problem>}
          </>
        )}
      </Answered>
    </>
  );
}

function Progress({ path }: { path: string }) {
  const asked = useAnswer(path, () => read<'readReplay'>(path), 1_000);
  const { isBusy, problem, run } = useChange();
  const cancel = (): Promise<unknown> => run(() => change<'cancelReplay'>('POST', `${path}/cancel`)).then(asked.askAgain);
  return (
    <Answered asked={asked}>
      {({ replay }) => (
        <p class="replay" role="status">
          <progress max={Math.max(1, replay.total)} value={replay.total - replay.remaining} aria-label="Progress of the replay" />
          <span>{saidOf(replay)}</span>
          <Button isOff={isBusy || replay.state !== 'running'} onClick={() => void cancel()}>
            Stop it
          </Button>
          {problem !== null && <Problem>{problem}</Problem>}
        </p>
      )}
    </Answered>
  );
}

const stateWords = { running: 'It goes on', done: 'It is done', canceled: 'It was stopped' } as const;

const saidOf = ({ state, total, replayed, skipped, remaining }: Answer<'readReplay'>['replay']): string =>
  `${stateWords[state]}: ${total - remaining} of ${plural(total, 'delivery', 'deliveries')}. ${replayed} go again, ${skipped} needed it no more.`;
