import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { plural } from '../../simulator/console/page/frame/format.ts';
import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton, Facts, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { type Answer, change, read } from './api.ts';
import { Attempts } from './attempts.tsx';
import { Answered, EndpointLink, StatusBadge, TenantLink, Time } from './parts.tsx';
import { type Asked, useAnswer } from './use-answer.ts';
import { useChange } from './use-change.ts';

type Read = Answer<'readDelivery'>;

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => read<'readDelivery'>(`/deliveries/${encodeURIComponent(id)}`), 5_000);
  return (
    <DeliveryView id={id} asked={asked}>
      {(body) => <Detail {...body} asked={asked} />}
    </DeliveryView>
  );
}

/** The view of one delivery: its way back, its id, and what was answered of it. */
export function DeliveryView<Body>({
  id,
  asked,
  children,
}: {
  id: string;
  asked: Asked<Body>;
  children: (body: Body) => ComponentChildren;
}) {
  return (
    <>
      <p>
        <a href={hashOf(['deliveries'])}>Deliveries</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{children}</Answered>
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
      <SendAgain
        delivery={delivery}
        send={() => change<'retryDelivery'>('POST', `/deliveries/${delivery.id}/retry`)}
        onDone={asked.askAgain}
      />
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

export function storyOf({
  status,
  attempts,
  errorMessage,
  nextRetryAt,
}: Pick<Read['delivery'], 'attempts' | 'errorMessage' | 'nextRetryAt'> & { readonly status: string }): string {
  const last = errorMessage === null ? '' : ` The last attempt came to: ${errorMessage}.`;
  switch (status) {
    case 'success':
      return `It was accepted at attempt ${attempts}.`;
    case 'failed':
      return `It was given up after ${plural(attempts, 'attempt')}.${last}`;
    case 'retrying':
      return `${attempts === 0 ? 'It waits for its budget.' : `${plural(attempts, 'attempt')} ${attempts === 1 ? 'has' : 'have'} failed.`}${last}${nextRetryAt ? ' It goes again by itself.' : ''}`;
    default:
      return 'It is on its way.';
  }
}

interface SendAgainProps {
  readonly delivery: { readonly status: string; readonly endpoint: { readonly name: string } };
  readonly send: () => Promise<unknown>;
  readonly onDone: () => void;
}

/** Only what is finished can be sent again; of what is not, it says so. */
export function SendAgain({ delivery: { status, endpoint }, send, onDone }: SendAgainProps) {
  const { isAsked, problem, ask } = useChange();
  if (status !== 'success' && status !== 'failed')
    return <p class="muted">It can be sent again by hand once it is accepted or given up.</p>;
  return (
    <p>
      <button type="button" class="primary" disabled={isAsked} onClick={() => void ask(send).then(onDone)}>
        {isAsked ? 'Sending …' : 'Send it again now'}
      </button>{' '}
      <span class="muted">The same bytes go to {endpoint.name} under the same id.</span>
      {problem !== null && <Problem>{problem}</Problem>}
    </p>
  );
}
