import type { components } from '../src/contract/generated/public.ts';

export const eventTypes = [
  'call.completed',
  'sms.received',
  'sms.delivered',
  'sms.failed',
  'lead.qualified',
] as const satisfies readonly components['schemas']['EventType'][];
