import { type Address, hashOf } from '../../simulator/console/page/frame/address.ts';
import { Answered } from '../parts/answered.tsx';
import { Older, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { read } from './api.ts';

/** What operators did, newest first. */
export function AuditLog({ query }: Pick<Address, 'query'>) {
  const asked = useAnswer(hashOf(['audit-log'], query), () => read<'listAuditLog'>('/audit-log', query));
  return (
    <>
      <h1>Audit log</h1>
      <Answered asked={asked}>
        {({ entries, nextCursor }) => (
          <>
            <Table
              label="Audit log"
              rows={entries}
              keyOf={({ id }) => id}
              none="No operator has changed anything."
              columns={[
                { title: 'At', value: ({ at }) => <Time at={at} /> },
                { title: 'Operation', value: ({ operation }) => <a href={hashOf(['audit-log'], { operation })}>{operation}</a> },
                { title: 'Result', value: ({ result }) => result ?? 'not known' },
                { title: 'About', value: ({ ids }) => <span class="mono">{Object.values(ids).join(' ')}</span> },
                { title: 'From', value: ({ address }) => <span class="mono">{address}</span> },
              ]}
            />
            <Older path={['audit-log']} query={query} cursor={nextCursor} />
          </>
        )}
      </Answered>
    </>
  );
}
