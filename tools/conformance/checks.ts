import type { Check } from './check.ts';
import { authentication } from './checks/authentication.ts';
import { boundaryChecks } from './checks/boundaries.ts';
import { limitChecks } from './checks/budgets.ts';
import { callValueChecks } from './checks/call-values.ts';
import { calls } from './checks/calls.ts';
import { documentsChecks } from './checks/documents.ts';
import { exampleChecks } from './checks/examples.ts';
import { idempotencyChecks } from './checks/idempotency.ts';
import { oddIdChecks } from './checks/odd-ids.ts';
import { orderChecks } from './checks/orders.ts';
import { ownCodeChecks } from './checks/own-codes.ts';
import { pageChecks } from './checks/pages.ts';
import { webhookAddresses } from './checks/receiving/addresses.ts';
import { webhookGuarantees } from './checks/receiving/guarantees.ts';
import { webhookIdentity } from './checks/receiving/identity.ts';
import { webhookOutcomes } from './checks/receiving/outcomes.ts';
import { webhookPacing } from './checks/receiving/pacing.ts';
import { webhookPayloads } from './checks/receiving/payloads.ts';
import { webhookRepetition } from './checks/receiving/repetition.ts';
import { webhookRetention } from './checks/receiving/retention.ts';
import { webhookSchedule } from './checks/receiving/schedule.ts';
import { webhookSignature } from './checks/receiving/signature.ts';
import { sixAttempts } from './checks/receiving/six-attempts.ts';
import { refusedDataChecks } from './checks/refused-data.ts';
import { resourceCountChecks } from './checks/resource-counts.ts';
import { resourceChecks } from './checks/resources.ts';
import { sequenceChecks } from './checks/sequences.ts';
import { spentBudget } from './checks/spent-budget.ts';
import { tenantChecks } from './checks/tenants.ts';
import { unclearJsonChecks } from './checks/unclear-json.ts';
import { unendingCalls } from './checks/unending-calls.ts';
import { body, broken } from './checks/wire/broken.ts';
import { methods } from './checks/wire/methods.ts';
import { slow } from './checks/wire/slow.ts';
import { targets } from './checks/wire/targets.ts';

/** Lists every check, group by group. Group B judges every response; its rules are in `responses`. */
export const checks: readonly Check[] = [
  ...documentsChecks,
  ...exampleChecks,
  ...boundaryChecks,
  ...refusedDataChecks,
  ...unclearJsonChecks,
  ...ownCodeChecks,
  ...authentication,
  ...tenantChecks,
  ...resourceChecks,
  ...resourceCountChecks,
  ...oddIdChecks,
  ...pageChecks,
  ...orderChecks,
  ...idempotencyChecks,
  ...limitChecks,
  ...spentBudget,
  ...calls,
  ...unendingCalls,
  ...callValueChecks,
  // Group L checks what receivers are sent. The run's own receiver keeps the raw bytes.
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
  // Group M checks HTTP itself. Its requests are written to sockets byte by byte.
  ...methods,
  ...body,
  ...broken,
  ...targets,
  ...slow,
  ...sequenceChecks,
];
