import { mutantTests } from './mutant-tests.ts';
import { idempotencyMutants } from './mutants/idempotency.ts';
import { limitMutants } from './mutants/limits.ts';
import { resourceMutants } from './mutants/resources.ts';
import { tenantMutants } from './mutants/tenants.ts';

mutantTests([...tenantMutants, ...resourceMutants, ...idempotencyMutants, ...limitMutants]);
