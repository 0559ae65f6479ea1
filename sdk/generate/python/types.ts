import { type Document, jsonIn, nameIn, operationsIn, reached, resolved, type Schema, type Schemas } from '../document.ts';
import { docstring, note, pascalCase } from './text.ts';

/**
 * Returns the module of types: a TypedDict for each object that requests, answers and events have, under the name of its schema. What a
 * schema holds inside has the names of both.
 */
export function pythonTypes(document: Document): string {
  const { schemas } = document.components;
  const events = eventsOf(document);
  const answers = operationsIn(document).flatMap(({ operation }) => [
    jsonIn(operation.requestBody?.content),
    ...(operation.parameters ?? []).map((parameter) => resolved(parameter, document.components.parameters).schema),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) => (status.startsWith('2') ? [jsonIn(content)] : [])),
  ]);
  const definitions = definitionsOf([...answers, ...Object.values(events).map(jsonIn)], schemas);
  const union = `WebhookEvent = Union[${Object.values(events)
    .map((content) => JSON.stringify(nameIn(jsonIn(content)?.$ref ?? '')))
    .join(', ')}]`;
  return `${[note, imports, ...definitions, `${union}\n${docstring('Every event that a webhook can have.', '')}`].join('\n\n\n')}\n`;
}

const imports = `from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union`;

const eventsOf = ({ webhooks }: Document) =>
  Object.fromEntries(Object.entries(webhooks).map(([name, { post }]) => [name, post.requestBody.content]));

/** Returns the definitions of the schemas that these reach, in the order of the document. */
export function definitionsOf(from: readonly (Schema | undefined)[], schemas: Schemas): readonly string[] {
  const names = reached(from, schemas);
  return Object.entries(schemas).flatMap(([name, schema]) => (names.has(name) ? definitionOf(name, schema) : []));
}

/** Returns the definition of a type, after those of the objects inside it. */
function definitionOf(name: string, schema: Schema): readonly string[] {
  const inside: string[] = [];
  const own = schema.properties
    ? typedDict(name, schema, inside)
    : `${name} = ${typeOf(schema, name, inside)}${schema.description ? `\n${docstring(schema.description, '')}` : ''}`;
  // An object that may be null has two names.
  return [...inside, own];
}

/** What a schema requires is in a class of its own, because Python before 3.11 cannot mark a single member. */
function typedDict(name: string, schema: Schema, inside: string[]): string {
  const { properties = {}, required = [], description } = schema;
  if (isNullable(schema)) {
    inside.push(typedDict(`${name}Object`, { ...schema, type: 'object' }, inside));
    return `${name} = Optional["${name}Object"]`;
  }
  const members = (wanted: boolean): string =>
    Object.entries(properties)
      .filter(([property]) => required.includes(property) === wanted)
      .map(([property, member]) => memberOf(name, property, member, inside))
      .join('\n');
  const [always, sometimes] = [members(true), members(false)];
  const about = description ? `${docstring(description, '    ')}\n\n` : '';
  if (!sometimes) return `class ${name}(TypedDict):\n${about}${always || '    pass'}`;
  if (!always) return `class ${name}(TypedDict, total=False):\n${about}${sometimes}`;
  return `class _${name}Always(TypedDict):\n${always}\n\n\nclass ${name}(_${name}Always, total=False):\n${about}${sometimes}`;
}

function memberOf(name: string, property: string, member: Schema, inside: string[]): string {
  if (!/^[A-Za-z_]\w*$/.test(property)) throw new Error(`${name}.${property} needs the other notation of TypedDict.`);
  const typed = `    ${property}: ${typeOf(member, `${name}${pascalCase(property)}`, inside)}`;
  return member.description ? `${typed}\n${docstring(member.description, '    ')}` : typed;
}

/** Returns the type of a schema. An object with members becomes a class of its own, called `name`. */
export function typeOf(schema: Schema, name: string, inside: string[]): string {
  if (schema.$ref !== undefined) return `"${nameIn(schema.$ref)}"`;
  const alternatives = schema.oneOf?.map((one, index) => typeOf(one, `${name}${index + 1}`, inside));
  if (alternatives) return `Union[${alternatives.join(', ')}]`;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (schema.type !== undefined && types.length === 0) return 'None';
  const plain = types.length === 1 ? typeOfOne(types[0] ?? '', schema, name, inside) : 'Any';
  return isNullable(schema) ? `Optional[${plain}]` : plain;
}

function typeOfOne(type: string, schema: Schema, name: string, inside: string[]): string {
  const known = schema['x-extensible-enum'];
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (known) return `Union[Literal[${known.map((value) => JSON.stringify(value)).join(', ')}], str]`;
  if (type === 'array') return `List[${typeOf(schema.items ?? {}, `${name}Item`, inside)}]`;
  if (type !== 'object') return scalars[type] ?? 'Any';
  if (schema.properties) {
    const { type: _, ...object } = schema;
    inside.push(typedDict(name, object, inside));
    return `"${name}"`;
  }
  const { additionalProperties } = schema;
  return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${name}Value`, inside) : 'Any'}]`;
}

const scalars: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

export const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');
