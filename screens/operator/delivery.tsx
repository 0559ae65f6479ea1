import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton, Facts, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { type Answer, change as post, read } from './api.ts';
import { Attempts } from './attempts.tsx';
import { Answered, EndpointLink, StatusBadge, TenantLink, Time } from './parts.tsx';
import { type Asked, useAnswer } from './use-answer.ts';
import { useChange } from './use-change.ts';

type Read = Answer<'readDelivery'>;

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => read<'readDelivery'>(`/deliveries/${encodeURIComponent(id)}`), 5_000);
  return (
    <>
      <p>
        <a href={hashOf(['deliveries'])}>Deliveries</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{(body) => <Detail {...body} asked={asked} />}</Answered>
    </>
  );
}

function Detail({ delivery, attempts, payload, asked }: Read & { asked: Asked<Read> }) {
  const { endpoint } = delivery;
  return (
    <>
      <p class="lead">
        <StatusBadge status={delivery.status} /> <span>{storyOf(delivery)}</span>
      </p>
      <Facts
        rows={[
          ['Event', delivery.eventType],
          ['Made', <Time key="made" at={delivery.createdAt} />],
          ['Tenant', <TenantLink key="tenant" id={delivery.tenantId} />],
          [
            'Endpoint',
            <EndpointLink key="endpoint" tenantId={delivery.tenantId} id={endpoint.id} name={`${endpoint.name}, ${endpoint.url}`} />,
          ],
          ['Trigger', delivery.trigger.name],
          ['Goes next', <Time key="next" at={delivery.nextRetryAt} />],
        ]}
      />
      <SendAgain delivery={delivery} onDone={asked.askAgain} />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={attempts} />
      <div class="raw-head">
        <h2>Payload</h2>
        <CopyButton label="Copy" name="Copy the payload" text={() => payload} />
      </div>
      <Json label="Payload" value={JSON.parse(payload)} />
    </>
  );
}

function storyOf({ status, attempts, errorMessage, nextRetryAt }: Read['delivery']): string {
  const last = errorMessage === null ? '' : ` The last attempt came to: ${errorMessage}.`;
  switch (status) {
    case 'success':
      return `It was accepted at attempt ${attempts}.`;
    case 'failed':
      return `It was given up after ${attempts} attempts.${last}`;
    case 'retrying':
      return `${attempts === 0 ? 'It waits for its budget.' : `${attempts} attempts have failed.`}${last}${nextRetryAt ? ' It goes again by itself.' : ''}`;
    default:
      return 'It is on its way.';
  }
}

/** Only what is finished can be sent again. */
function SendAgain({ delivery: { id, status, endpoint }, onDone }: { delivery: Read['delivery']; onDone: () => void }) {
  const change = useChange();
  if (status !== 'success' && status !== 'failed') return null;
  const send = (): Promise<unknown> => change.ask(() => post<'retryDelivery'>('POST', `/deliveries/${id}/retry`)).then(onDone);
  return (
    <p>
      <button type="button" class="primary" disabled={change.isAsked} onClick={() => void send()}>
        {change.isAsked ? 'Sending …' : 'Send it again now'}
      </button>{' '}
      <span class="muted">The same bytes go to {endpoint.name} under the same id.</span>
      {change.problem !== null && <Problem>{change.problem}</Problem>}
    </p>
  );
}
