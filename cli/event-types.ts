import type { components } from '../src/contract/generated/public.ts';

/** The events, for an option that takes one. */
export const eventTypes = [
  'call.completed',
  'sms.received',
  'sms.delivered',
  'sms.failed',
  'lead.qualified',
] as const satisfies readonly components['schemas']['EventType'][];
