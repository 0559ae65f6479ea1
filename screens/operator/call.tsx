import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Conversation } from '../../simulator/console/page/frame/conversation.tsx';
import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton, Facts } from '../../simulator/console/page/frame/parts.tsx';
import { showMoney } from '../../src/process/money.ts';
import { Answered } from '../parts/answered.tsx';
import { RecordingElsewhere, talked } from '../parts/call-words.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read } from './api.ts';
import { Ledger } from './ledger.tsx';
import { TenantById } from './links.tsx';

type Read = Answer<'readAnyCall'>;

/** A call: what became of it, what was said, what it cost, and what was sent about it. */
export function Call({ id }: { id: string }) {
  const asked = useAnswer(id, () => everythingOf(id), 5_000);
  return (
    <>
      <p>
        <a href={hashOf(['calls'], { tenantId: asked.body?.tenantId })}>Calls</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{(body) => <Detail {...body} />}</Answered>
    </>
  );
}

/** The schema is the agent's of today, which may have changed since the call. */
async function everythingOf(id: string) {
  const body = await read<'readAnyCall'>(`/calls/${encodeURIComponent(id)}`);
  const { agents } = await read<'listTenantAgents'>(`/tenants/${encodeURIComponent(body.tenantId)}/agents`);
  return { ...body, schema: agents.find((agent) => agent.id === body.call.agentId)?.extractionSchema ?? null };
}

type All = Awaited<ReturnType<typeof everythingOf>>;

const Detail = ({ call, tenantId, recordingPath, ledger, deliveries, schema }: All) => (
  <>
    <Facts
      rows={[
        ['State', call.status],
        ['Outcome', call.outcome ?? 'none'],
        ['Ended because', call.endedReason ?? 'it has not ended'],
        ['Called', `${call.phoneNumber} from ${call.fromPhoneNumber}`],
        ['Talked', talked(call)],
        ['Cost', costOf(ledger)],
        ['Made', <Time key="made" at={call.createdAt} />],
        ['Ended', <Time key="ended" at={call.endedAt} />],
        ['Tenant', <TenantById key="tenant" id={tenantId} />],
        ['Recording', <Recording key="recording" url={call.recordingUrl} isHere={recordingPath !== null} />],
      ]}
    />
    <h2>What was said</h2>
    <Conversation transcript={call.transcript} recordingUrl={recordingPath} />
    <h2>What was mined</h2>
    <Mined {...call} schema={schema} />
    <h2>What it cost</h2>
    <Ledger entries={ledger} none="Nothing in a wallet: its tenant pays by invoice." />
    <h2>Webhook deliveries</h2>
    <Table
      label="Webhook deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      none="Nothing was sent about it: no trigger wanted its event, or it has none yet."
      columns={[
        { title: 'Status', value: ({ status }) => <StatusBadge status={status} /> },
        { title: 'Event', value: ({ id, eventType }) => <a href={hashOf(['deliveries', id])}>{eventType}</a> },
        { title: 'Attempts', value: ({ attempts }) => attempts, isNumber: true },
        { title: 'Endpoint', value: ({ endpoint }) => <span class="words">{endpoint.name}</span> },
        { title: 'Goes next', value: ({ nextRetryAt }) => <Time at={nextRetryAt} /> },
      ]}
    />
  </>
);

/** The hold and what closes it sum up to the cost. */
function costOf(ledger: Read['ledger']): string {
  if (ledger.length === 0) return 'by invoice';
  const sum = -ledger.reduce((total, { amountMicros }) => total + amountMicros, 0);
  return ledger.some(({ kind }) => kind !== 'hold') ? showMoney(sum) : `${showMoney(sum)} are held until it ends`;
}

const Recording = ({ url, isHere }: { url: string | null; isHere: boolean }) =>
  url === null ? <span class="muted">none</span> : isHere ? 'below' : <RecordingElsewhere url={url} />;

function Mined({ extraction, extractionError, schema }: Pick<All['call'], 'extraction' | 'extractionError'> & Pick<All, 'schema'>) {
  const text = extraction === null ? null : JSON.stringify(extraction, null, 2);
  return (
    <div class="beside">
      <div>
        {extractionError !== null && <p>It could not be mined: {extractionError}</p>}
        {text === null ? (
          extractionError === null && <p class="muted">Nothing: the agent has no schema, or the call is not analysed yet.</p>
        ) : (
          <>
            <p>
              <CopyButton label="Copy" name="Copy what was mined" text={() => text} />
            </p>
            <Json label="What was mined" value={extraction} />
          </>
        )}
      </div>
      {schema !== null && (
        <div>
          <p class="muted">The agent's schema, as it is today</p>
          <Json label="Schema" value={schema} />
        </div>
      )}
    </div>
  );
}
