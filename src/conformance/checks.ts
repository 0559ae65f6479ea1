import type { Check } from './check.ts';
import { authentication } from './checks/authentication.ts';
import { documentsChecks } from './checks/documents.ts';

/** Every check there is, group by group. Group B judges every response and stands in `responses`. */
export const checks: readonly Check[] = [...documentsChecks, ...authentication];
