import type { Check } from '../check.ts';
import { webhookAddresses } from './receiving/addresses.ts';
import { webhookGuarantees } from './receiving/guarantees.ts';
import { webhookIdentity } from './receiving/identity.ts';
import { webhookOutcomes } from './receiving/outcomes.ts';
import { webhookPacing } from './receiving/pacing.ts';
import { webhookPayloads } from './receiving/payloads.ts';
import { webhookRepetition } from './receiving/repetition.ts';
import { webhookRetention } from './receiving/retention.ts';
import { webhookSchedule } from './receiving/schedule.ts';
import { webhookSignature } from './receiving/signature.ts';
import { sixAttempts } from './receiving/six-attempts.ts';

/** Group L checks what receivers are sent. The run's own receiver keeps the raw bytes. */
export const webhooks: readonly Check[] = [
  ...webhookSignature,
  ...webhookIdentity,
  ...webhookPayloads,
  ...webhookOutcomes,
  ...webhookSchedule,
  ...sixAttempts,
  ...webhookRepetition,
  ...webhookPacing,
  ...webhookAddresses,
  ...webhookGuarantees,
  ...webhookRetention,
];
