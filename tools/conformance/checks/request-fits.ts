import { documents, type Operation } from '../documents.ts';

/** Tells if the document's own schema accepts a body for an operation. */
export function requestFits({ id, method, path }: Operation, body: unknown): boolean {
  const { contract, base } = documents();
  const route = contract.route(method, `${base}${path.replace(/\{\w+\}/g, 'x')}`);
  if (route.kind !== 'operation') throw new Error(`The document does not route to its own ${id}.`);
  return contract.requestProblems(route.operation, { path: route.params, query: {}, headers: {}, body }).length === 0;
}
