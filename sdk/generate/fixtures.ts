import {
  type Content,
  type Document,
  type Example,
  generatedNote,
  type Operation,
  operationsIn,
  type Reference,
  resolved,
} from './document.ts';

export interface EventDocument {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly examples?: readonly { readonly name?: string; readonly payload?: unknown }[] }>>;
  };
}

/**
 * Returns every example of both documents as a module. `satisfies` checks each against its type when the project is
 * compiled; `npm run contract` validates them before.
 */
export function fixtures(openapi: Document, asyncapi: EventDocument): string {
  const all = { events: events(asyncapi), requests: requests(openapi), responses: responses(openapi), errors: errors(openapi) };
  const constants = Object.entries(all).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} satisfies ${types[name]};`,
  );
  return `${generatedNote}\n\n${imports}\n\n${constants.join('\n\n')}\n`;
}

const imports = "import type { ErrorExamples, EventExamples, RequestExamples, ResponseExamples } from '../fixture-types.ts';";

const types: Readonly<Record<string, string>> = {
  events: 'EventExamples',
  requests: 'RequestExamples',
  responses: 'ResponseExamples',
  errors: 'ErrorExamples',
};

/** Returns events by the example's name. */
function events(document: EventDocument): object {
  const examples = Object.values(document.components.messages).flatMap((message) => message.examples ?? []);
  return Object.fromEntries(examples.map(({ name, payload }) => [name, payload]));
}

/** Returns requests by operation and the example's name. */
const requests = (document: Document): object => byOperation(document, ({ requestBody }) => requestBody?.content);

/** Returns successful answers by operation and the example's name. */
const responses = (document: Document): object =>
  byOperation(document, ({ responses: all }) => Object.entries(all).find(([status]) => status.startsWith('2'))?.[1].content);

function byOperation(document: Document, contentOf: (operation: Operation) => Content | undefined): object {
  const rows = operationsIn(document).flatMap(({ operation }) => {
    const examples = contentOf(operation)?.['application/json']?.examples;
    return examples ? [[operation.operationId, valuesOf(examples, document)]] : [];
  });
  return Object.fromEntries(rows);
}

/** Returns one error envelope for each code. */
function errors(document: Document): object {
  const catalogue = Object.entries(document['x-error-catalogue']);
  return Object.fromEntries(catalogue.map(([code, { example }]) => [code, document.components.examples[example]?.value]));
}

const valuesOf = (examples: Readonly<Record<string, Example | Reference>>, document: Document): object =>
  Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, resolved(example, document.components.examples).value]));
