import { isObject, items, type Json, mapped, object } from '../json.ts';

/**
 * Returns an OpenAPI 3.1 document as OpenAPI 3.0.3, for programs that read nothing newer. It demands and promises the same, except that
 * 3.0 has no word for what a property's name may be. Webhooks are in `x-webhooks`, the scopes of an operation in `x-scopes`.
 */
export function openApi30(document: Json): Json {
  const { openapi, info, webhooks, ...rest } = document;
  const { summary, license, ...about } = object(info);
  const { identifier, ...licence } = object(license);
  return {
    openapi: '3.0.3',
    info: { ...about, license: { ...licence, url: `https://spdx.org/licenses/${identifier}.html` } },
    ...mapped(rest, partIn),
    'x-webhooks': partIn(webhooks, 'webhooks'),
  };
}

function partIn(part: unknown, name: string): unknown {
  if (name.startsWith('x-') || name.startsWith('example')) return part;
  // A header may have a name that looks like an extension.
  if (name === 'headers') return mapped(object(part), (header) => partIn(header, ''));
  if (name === 'schema') return schemaIn(part);
  if (name === 'schemas') return mapped(object(part), schemaIn);
  if (Array.isArray(part)) return part.map((each) => partIn(each, ''));
  if (!isObject(part)) return part;
  const { security, ...others } = part;
  if (!Array.isArray(security)) return mapped(part, partIn);
  // Only OAuth and OpenID Connect have scopes in 3.0.
  const withoutScopes = security.map((requirement) => mapped(object(requirement), () => []));
  return { ...mapped(others, partIn), security: withoutScopes, 'x-scopes': security.flatMap((each) => Object.values(object(each)).flat()) };
}

function schemaIn(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaIn);
  if (!isObject(schema)) return schema;
  const { $ref, ...beside } = schema;
  // A program that reads 3.0 ignores what is beside a reference.
  if ($ref !== undefined && Object.keys(beside).length > 0) return { ...object(schemaIn(beside)), allOf: [{ $ref }] };
  return Object.fromEntries(Object.entries(schema).flatMap(([name, value]) => keywordIn(name, value)));
}

/** Returns the keywords of 3.0 that say the same as one of 3.1. */
function keywordIn(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  switch (name) {
    case 'type':
      return typesIn([value].flat());
    case 'const':
      return [['enum', [value]]];
    case 'examples':
      return [['example', items(value)[0]]];
    case 'propertyNames':
      return [];
    case 'properties':
      return [[name, mapped(object(value), schemaIn)]];
    case 'items':
    case 'additionalProperties':
    case 'anyOf':
    case 'oneOf':
      return [[name, schemaIn(value)]];
    default:
      return [[name, value]];
  }
}

function typesIn(types: readonly unknown[]): readonly (readonly [string, unknown])[] {
  const [type, ...more] = types.filter((each) => each !== 'null');
  if (more.length > 0) throw new Error(`OpenAPI 3.0 has no type that is ${types.join(' or ')}.`);
  if (!types.includes('null')) return [['type', type]];
  // 3.0 has no type of null alone.
  const nullable = [
    ['type', type ?? 'string'],
    ['nullable', true],
  ] as const;
  return type === undefined ? [...nullable, ['enum', [null]]] : nullable;
}
