import { type Address, go, hashOf } from '../../simulator/console/page/frame/address.ts';
import { Conversation } from '../../simulator/console/page/frame/conversation.tsx';
import { Facts } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { CallTable } from '../parts/call-table.tsx';
import { RecordingElsewhere, talked } from '../parts/call-words.tsx';
import { Facet, Facets } from '../parts/facet.tsx';
import { Older } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { api, type ReplyOf, worded } from './api.ts';

/** The calls that are over, newest first. Each leads to its transcript and its recording. */
export function Calls({ query: { cursor } }: Pick<Address, 'query'>) {
  const asked = useAnswer(hashOf(['calls'], { cursor }), () => worded(api.listCalls({ ...(cursor !== undefined && { cursor }) })), 10_000);
  return (
    <>
      <h1>Calls</h1>
      <Facets>
        <Facet name="Call" value="" onGive={(id) => go(['calls', id])} />
      </Facets>
      <Answered asked={asked}>
        {({ calls, nextCursor }) => (
          <>
            <CallTable calls={calls} none="No call is over yet. One that is under way is found by its id." />
            <Older path={['calls']} query={{}} cursor={nextCursor} />
          </>
        )}
      </Answered>
    </>
  );
}

/** What became of a call, what was said and what was recorded. */
export function Call({ id }: { id: string }) {
  const asked = useAnswer(id, () => worded(api.readCall({ id })), 5_000);
  return (
    <>
      <p>
        <a href={hashOf(['calls'])}>Calls</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{({ call }) => <Detail call={call} />}</Answered>
    </>
  );
}

const Detail = ({ call }: ReplyOf<'readCall'>) => (
  <>
    <Facts
      rows={[
        ['State', call.status],
        ['Outcome', call.outcome ?? 'none'],
        ['Called', call.phoneNumber],
        ['Talked', talked(call)],
        ['Made', <Time key="made" at={call.createdAt} />],
        ['Ended', <Time key="ended" at={call.endedAt} />],
      ]}
    />
    <h2>What was said</h2>
    {call.recordingUrl === null ? (
      <p class="muted">There is no recording.</p>
    ) : (
      !isOurs(call.recordingUrl) && (
        <p>
          <RecordingElsewhere url={call.recordingUrl} />
        </p>
      )
    )}
    <Conversation
      transcript={call.transcript}
      recordingUrl={call.recordingUrl !== null && isOurs(call.recordingUrl) ? call.recordingUrl : null}
    />
  </>
);

const isOurs = (url: string): boolean => new URL(url).origin === location.origin;
