import { mutantTests } from './mutant-tests.ts';
import { rawHttpMutants } from './mutants/raw-http.ts';
import { judgeRawMutant } from './raw-mutant.ts';

mutantTests(rawHttpMutants, { of: rawHttpMutants, run: (deployment, only) => judgeRawMutant(deployment, {}, only) });
