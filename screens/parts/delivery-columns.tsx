import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { shortId } from '../../simulator/console/page/frame/format.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Column } from './table.tsx';
import { Time } from './time.tsx';

type Shown = Pick<
  components['schemas']['WebhookDeliveryFields'],
  'id' | 'createdAt' | 'attempts' | 'errorMessage' | 'responseStatus' | 'nextRetryAt'
> & {
  readonly status: string;
  readonly eventType: string;
};

/** What is shown of a delivery wherever there is a list of them. */
export const deliveryColumns: readonly Column<Shown>[] = [
  { title: 'Status', value: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Delivery',
    value: ({ id }) => (
      <a class="mono" href={hashOf(['deliveries', id])} title={id}>
        {shortId(id)}
      </a>
    ),
  },
  { title: 'Event', value: ({ eventType }) => eventType },
  { title: 'Last answer', value: ({ errorMessage, responseStatus }) => errorMessage ?? (responseStatus && `HTTP ${responseStatus}`) },
  { title: 'Goes next', value: ({ nextRetryAt }) => <Time at={nextRetryAt} /> },
  { title: 'Attempts', value: ({ attempts }) => attempts, isNumber: true },
  { title: 'Made', value: ({ createdAt }) => <Time at={createdAt} /> },
];
