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
import { rawHttp } from './checks/raw-http.ts';
import { refusedDataChecks } from './checks/refused-data.ts';
import { resourceCountChecks } from './checks/resource-counts.ts';
import { resourceChecks } from './checks/resources.ts';
import { spentBudget } from './checks/spent-budget.ts';
import { tenantChecks } from './checks/tenants.ts';
import { unclearJsonChecks } from './checks/unclear-json.ts';
import { unendingCalls } from './checks/unending-calls.ts';
import { webhooks } from './checks/webhooks.ts';

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
  ...webhooks,
  ...rawHttp,
];
