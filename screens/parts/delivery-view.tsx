import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton, Facts } from '../../simulator/console/page/frame/parts.tsx';
import type { components } from '../../src/contract/generated/public.ts';
import { Answered } from './answered.tsx';
import { Attempts } from './attempts.tsx';
import { callFact } from './call-fact.tsx';
import { SendAgain } from './send-again.tsx';
import { StatusBadge } from './status-badge.tsx';
import { storyOf } from './story-of.ts';
import { Time } from './time.tsx';
import type { Asked } from './use-answer.ts';

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function DeliveryView<Body>({ id, asked, shown }: { id: string; asked: Asked<Body>; shown: (body: Body) => Shown }) {
  return (
    <>
      <p>
        <a href={hashOf(['deliveries'])}>Deliveries</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{(body) => <Detail {...shown(body)} onDone={asked.askAgain} />}</Answered>
    </>
  );
}

/** What a page takes from its API's answer. */
export interface Shown {
  readonly delivery: Omit<components['schemas']['WebhookDelivery'], 'eventType' | 'status'> & {
    readonly eventType: string;
    readonly status: string;
  };
  readonly attempts: readonly components['schemas']['DeliveryAttempt'][];
  readonly content: Parameters<typeof callFact>[0];
  /** The content as text, which can be copied. */
  readonly text: string;
  /** The facts that say where it goes. */
  readonly to: readonly (readonly [string, ComponentChildren])[];
  readonly send: () => Promise<unknown>;
}

function Detail({ delivery, attempts, content, text, to, send, onDone }: Shown & { onDone: () => void }) {
  return (
    <>
      <p class="lead">
        <StatusBadge status={delivery.status} /> <span>{storyOf(delivery)}</span>
      </p>
      <Facts
        rows={[
          ['Event', delivery.eventType],
          ['Made', <Time key="made" at={delivery.createdAt} />],
          ...to,
          ['Trigger', delivery.trigger.name],
          ['Goes next', <Time key="next" at={delivery.nextRetryAt} />],
          ...callFact(content),
        ]}
      />
      <SendAgain delivery={delivery} send={send} onDone={onDone} />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={attempts} />
      <div class="raw-head">
        <h2>Payload</h2>
        <CopyButton label="Copy" name="Copy the payload" text={() => text} />
      </div>
      <Json label="Payload" value={content} />
    </>
  );
}
