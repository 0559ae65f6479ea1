import { mutantTests } from './mutant-tests.ts';
import { callMutants } from './mutants/calls.ts';

mutantTests(callMutants);
