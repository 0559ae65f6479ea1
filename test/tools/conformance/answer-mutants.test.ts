import { mutantTests } from './mutant-tests.ts';
import { authenticationMutants } from './mutants/authentication.ts';
import { coverageMutants } from './mutants/coverage.ts';
import { documentMutants } from './mutants/documents.ts';
import { exampleMutants } from './mutants/examples.ts';
import { refusedDataMutants } from './mutants/refused-data.ts';
import { responseMutants } from './mutants/responses.ts';

mutantTests([
  ...documentMutants,
  ...responseMutants,
  ...exampleMutants,
  ...refusedDataMutants,
  ...authenticationMutants,
  ...coverageMutants,
]);
