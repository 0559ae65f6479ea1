import type { Check } from './check.ts';
import { authentication } from './checks/authentication.ts';
import { boundaryChecks } from './checks/boundaries.ts';
import { documentsChecks } from './checks/documents.ts';
import { exampleChecks } from './checks/examples.ts';
import { refusedDataChecks } from './checks/refused-data.ts';

/** Every check there is, group by group. Group B judges every response and stands in `responses`. */
export const checks: readonly Check[] = [...documentsChecks, ...exampleChecks, ...boundaryChecks, ...refusedDataChecks, ...authentication];
