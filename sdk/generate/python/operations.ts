import { type Document, jsonIn, nameIn, type Operation, operationsIn, type Parameter, resolved, type Schema } from '../document.ts';
import { docstring, literal, note, snakeCase } from './text.ts';
import { isNullable, typeOf } from './types.ts';

/** Returns the module of operations: a table with what the document says of each, and a class with a method for each. */
export function pythonOperations(document: Document): string {
  const methods = operationsIn(document).map(({ operation }) => method(operation, document));
  return `${note}

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, cast

from . import types

OPERATIONS: Dict[str, Dict[str, Any]] = ${literal(tableOf(document))}

FINAL_CALL_STATUSES: List[str] = ${literal(document.components.schemas['CallStatus']?.['x-states']?.final)}


class Operations:
    """The operations of the public API, each under the name of its \`operationId\`. A client adds how they are asked."""

    def _call(self, operation: str, required: Mapping[str, Any], optional: Mapping[str, Any]) -> Any:
        raise NotImplementedError

${methods.join('\n\n')}
`;
}

/** What the client needs to know of each operation at run time. */
const tableOf = (document: Document): object =>
  Object.fromEntries(
    operationsIn(document).map(({ method, path, operation }) => [
      operation.operationId,
      {
        method,
        path,
        query: parametersOf(operation, document).flatMap(({ name, in: where }) => (where === 'query' ? [name] : [])),
        takes_body: operation.requestBody !== undefined,
        gives_body: operation.responses['204'] === undefined,
        budget: operation['x-rate-limit'].budget,
        idempotency_field: operation['x-idempotency'].field,
        retry_codes: operation['x-retry'].codes,
      },
    ]),
  );

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly about: string | undefined;
  readonly isRequired: boolean;
  readonly isPositional: boolean;
}

function method(operation: Operation, document: Document): string {
  const { operationId, summary, description = '', responses } = operation;
  const given = argumentsOf(operation, document);
  const required = given.filter(({ isRequired }) => isRequired);
  const named = [...required, ...given.filter(({ isRequired }) => !isRequired)].filter(({ isPositional }) => !isPositional);
  const positional = required.filter(({ isPositional }) => isPositional);
  const signature = ['self', ...positional.map(parameter), ...(named.length > 0 ? ['*'] : []), ...named.map(parameter)];
  const reply = Object.entries(responses).flatMap(([status, { content }]) => (status.startsWith('2') ? [jsonIn(content)] : []))[0];
  const replied = reply?.$ref ? `types.${nameIn(reply.$ref)}` : 'None';
  const told = given
    .filter(({ about }) => about)
    .map(({ name, about }) => `:param ${snakeCase(name)}: ${about?.trim().replaceAll('\n', ' ')}`);
  const asked = `self._call(${JSON.stringify(operationId)}, ${dict(required)}, ${dict(given.filter(({ isRequired }) => !isRequired))})`;
  return [
    `    def ${snakeCase(operationId)}(${wide(signature)}) -> ${replied}:`,
    docstring([`${summary}.`, description.trim(), told.join('\n')].filter(Boolean).join('\n\n'), '        '),
    replied === 'None' ? `        ${asked}` : `        return cast(${JSON.stringify(replied)}, ${asked})`,
  ].join('\n');
}

const wide = (signature: readonly string[]): string => {
  const short = signature.join(', ');
  return short.length < 70 ? short : `\n${signature.map((one) => `        ${one},\n`).join('')}    `;
};

const parameter = ({ name, type, isRequired }: Argument): string =>
  isRequired ? `${snakeCase(name)}: ${type}` : `${snakeCase(name)}: Optional[${type}] = None`;

const dict = (given: readonly Argument[]): string =>
  `{${given.map(({ name }) => `${JSON.stringify(name)}: ${snakeCase(name)}`).join(', ')}}`;

/** The parameters of the path and the query, and the members of the body, which the contract never gives the same name. */
function argumentsOf(operation: Operation, document: Document): readonly Argument[] {
  const outside = parametersOf(operation, document)
    .filter(({ in: where }) => where === 'path' || where === 'query')
    .map(({ name, in: where, schema, description }) => argument(name, { description, ...schema }, where === 'path', where === 'path'));
  const reference = jsonIn(operation.requestBody?.content)?.$ref;
  const body = reference === undefined ? {} : (document.components.schemas[nameIn(reference)] ?? {});
  const inside = Object.entries(body.properties ?? {}).map(([name, schema]) =>
    argument(name, schema, body.required?.includes(name) ?? false, false),
  );
  return [...outside, ...inside];
}

function argument(name: string, schema: Schema | object, isRequired: boolean, isPositional: boolean): Argument {
  const written: Schema = schema;
  // None means that an argument is left out, so it cannot be a value too.
  if (!isRequired && isNullable(written)) throw new Error(`${name} is optional and may be null: teach sdk/generate/python the difference.`);
  const inside: string[] = [];
  const type = typeOf(written, name, inside).replace(/"(\w+)"/g, (whole, word: string) =>
    /^[A-Z]\w*[a-z]/.test(word) ? `types.${word}` : whole,
  );
  if (inside.length > 0) throw new Error(`${name} is an object that has no name of its own.`);
  return { name, type, about: written.description, isRequired, isPositional };
}

const parametersOf = ({ parameters = [] }: Operation, { components }: Document): readonly Parameter[] =>
  parameters.map((one) => resolved(one, components.parameters));
