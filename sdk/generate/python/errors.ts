import type { Document, Schema, Schemas } from '../document.ts';
import { docstring, literal, note, pascalCase } from './text.ts';
import { definitionsOf, typeOf } from './types.ts';

/**
 * Returns the module of refusals: an exception for each code, whose `details` have the type of that code. The document is the one that is
 * written by hand, because its published form has one envelope for all codes of an answer.
 */
export function pythonErrors(document: Document): string {
  const schemas = withOpenSets(document.components.schemas);
  const envelopes = Object.values(schemas).flatMap((schema) => schema.properties?.['error'] ?? []);
  const codes = Object.entries(document['x-error-catalogue']);
  const refusals = codes.map(([code, entry]) => {
    const envelope = envelopes.find(({ properties }) => properties?.['code']?.const === code);
    return { code, ...entry, details: envelope?.properties?.['details'], isSure: envelope?.required?.includes('details') ?? false };
  });
  const shared = definitionsOf(
    refusals.map(({ details }) => details),
    schemas,
  );
  const table = literal(Object.fromEntries(codes.map(([code]) => [code, className(code)]))).replace(/: "(\w+)"/g, ': $1');
  return `${[note, imports, ...shared, ...refusals.flatMap(exception), `ERRORS: Dict[str, Type[RefusedError]] = ${table}`].join('\n\n\n')}\n`;
}

const imports = `from __future__ import annotations

from typing import Dict, List, Literal, Optional, Type, TypedDict, Union

from ..errors import RefusedError`;

/** In answers every set of values may grow. */
const withOpenSets = (schemas: Schemas): Schemas =>
  JSON.parse(JSON.stringify(schemas), (_, value) =>
    Array.isArray(value?.enum) ? { ...value, enum: undefined, 'x-extensible-enum': value.enum } : value,
  );

const className = (code: string): string => (code.endsWith('_error') ? pascalCase(code) : `${pascalCase(code)}Error`);

interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly cause: string;
  readonly fix: string;
  readonly details: Schema | undefined;
  readonly isSure: boolean;
}

function exception({ code, status, cause, fix, details, isSure }: Refusal): readonly string[] {
  const inside: string[] = [];
  const type = details ? typeOf(details, `${pascalCase(code)}Details`, inside) : 'None';
  const about = docstring(`\`${code}\`, ${status}: ${cause}\n\n${fix}`, '    ');
  return [
    ...inside,
    `class ${className(code)}(RefusedError):\n${about}\n\n    details: ${isSure || !details ? type : `Optional[${type}]`}`,
  ];
}
