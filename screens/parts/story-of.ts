import { plural } from '../../simulator/console/page/frame/format.ts';
import type { components } from '../../src/contract/generated/public.ts';

export function storyOf({
  status,
  attempts,
  errorMessage,
  nextRetryAt,
}: Pick<components['schemas']['WebhookDeliveryFields'], 'attempts' | 'errorMessage' | 'nextRetryAt'> & {
  readonly status: string;
}): string {
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
