import { mutantTests } from './mutant-tests.ts';
import { effectMutants } from './mutants/effects.ts';

mutantTests(effectMutants);
