import type { ReplyOf } from '../../sdk/client.ts';
import { attemptWords } from '../../src/contract/attempt-words.ts';
import type { components } from '../../src/contract/generated/operator.ts';
import { type Screen, showTime } from './screen.ts';
import type { Column } from './table.ts';

/** The tables of a tenant's endpoints, triggers and deliveries, which it sees as an operator does. */
export const endpointColumns: readonly Column<Omit<ReplyOf<'listWebhookEndpoints'>['endpoints'][number], 'health'>>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'ACTIVE', value: ({ isActive }) => isActive, tone: ({ isActive }) => (isActive ? 'good' : 'bad') },
  { title: 'METHOD', value: ({ method }) => method },
  { title: 'URL', value: ({ url }) => url, shrinks: true },
  { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
];

export const triggerColumns: readonly Column<
  Pick<ReplyOf<'listAutomationTriggers'>['triggers'][number], 'id' | 'name' | 'isActive' | 'eventType'>
>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'ACTIVE', value: ({ isActive }) => isActive, tone: ({ isActive }) => (isActive ? 'good' : 'bad') },
  { title: 'EVENT', value: ({ eventType }) => eventType },
];

export const deliveryColumns: readonly Column<PublicDelivery>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'EVENT', value: ({ eventType }) => eventType },
  {
    title: 'STATUS',
    value: ({ status }) => status,
    tone: ({ status }) => (status === 'success' ? 'good' : status === 'failed' ? 'bad' : 'plain'),
  },
  { title: 'ATTEMPTS', value: ({ attempts }) => attempts, right: true },
  { title: 'LAST ERROR', value: ({ errorMessage }) => errorMessage, shrinks: true },
  { title: 'ENDPOINT', value: ({ endpoint }) => endpoint.name, shrinks: true },
  { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
];

type PublicDelivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

export const showAttempts = (
  screen: Screen,
  delivery: Pick<components['schemas']['DeliveryView'], 'attempts' | 'errorMessage'>,
  attempts: readonly components['schemas']['DeliveryAttempt'][],
): void =>
  screen.table(
    attempts,
    [
      { title: 'ATTEMPT', value: ({ n }) => n, right: true },
      { title: 'STARTED', value: ({ startedAt }) => showTime(startedAt) },
      { title: 'TOOK', value: ({ durationMs }) => `${durationMs} ms`, right: true },
      { title: 'ANSWER', value: (attempt) => attemptWords(attempt, delivery), tone: ({ errorClass }) => (errorClass ? 'bad' : 'good') },
      { title: 'BODY', value: ({ responseHead }) => responseHead, shrinks: true },
    ],
    'No attempt has ended yet.',
  );
