import { at, entries, type Findings, isObject, items, type JsonObject, pointer, resolve, text } from '../document.ts';
import { compilerFor, complaints } from './validators.ts';

/** Checks every example of an OpenAPI document (bodies, parameters, headers, schemas) against the schema beside it. */
export function checkExamples(document: JsonObject): Findings {
  const compile = compilerFor(document, '2020-12', { strict: false });
  const problems: string[] = [];
  let checked = 0;
  for (const { place, keys, examples } of withExamples(document)) {
    const validate = compile(pointer(...keys));
    for (const { name, value } of examples) {
      checked += 1;
      if (!validate(value)) problems.push(`${place}, example ${name}: ${complaints(validate)}`);
    }
  }
  return { checked, problems };
}

/** Checks every message example of the AsyncAPI document: its payload under both dialects, and its headers. */
export function checkMessages(document: JsonObject): Findings {
  const compilers = [compilerFor(document, 'draft-07', { strict: false }), compilerFor(document, '2020-12', { strict: false })];
  const headers = compilers.map((compile) => compile(pointer('components', 'messageTraits', 'signed', 'headers')));
  const problems: string[] = [];
  let checked = 0;
  for (const [key, message] of sentMessages(document)) {
    const examples = items(at(document, message, 'examples'));
    if (examples.length === 0) problems.push(`The message ${key} has no example.`);
    const payloads = compilers.map((compile) => compile(pointer('components', 'messages', key, 'payload')));
    for (const example of examples) {
      const name = `${key}, example ${text(at(document, example, 'name'))}`;
      checked += 1;
      for (const validate of payloads)
        if (!validate(at(document, example, 'payload'))) problems.push(`${name}, payload: ${complaints(validate)}`);
      for (const validate of headers)
        if (!validate(at(document, example, 'headers'))) problems.push(`${name}, headers: ${complaints(validate)}`);
    }
  }
  return { checked, problems: [...problems, ...missingOrigins(document)] };
}

/** Returns the messages that the service sends, which are those with its headers. */
export const sentMessages = (document: JsonObject): readonly (readonly [string, unknown])[] =>
  entries(at(document, document, 'components', 'messages')).filter(([, message]) => items(at(document, message, 'traits')).length > 0);

/** Checks that each of the five shapes of `lead.qualified` has an example. */
function missingOrigins(document: JsonObject): readonly string[] {
  const shapes = items(at(document, document, 'components', 'schemas', 'LeadQualifiedData', 'oneOf'));
  const origins = shapes.map((shape) => text(at(document, shape, 'properties', 'origin', 'const')));
  const examples = items(at(document, document, 'components', 'messages', 'leadQualified', 'examples'));
  const shown = new Set(examples.map((example) => at(document, example, 'payload', 'data', 'origin')));
  return origins.filter((origin) => !shown.has(origin)).map((origin) => `lead.qualified has no example of the origin ${origin}.`);
}

interface Exampled {
  readonly place: string;
  /** Locates the schema. */
  readonly keys: readonly string[];
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

/** The values of these keys are data or have a grammar of their own. They contain no schemas. */
const data = new Set(['example', 'examples', 'default', 'const', 'enum', 'links', 'security']);

/** Returns media types, parameters and headers (a `schema` beside examples), and schemas (a list of `examples`). */
function withExamples(document: JsonObject): readonly Exampled[] {
  const found: Exampled[] = [];
  const visit = (node: unknown, keys: readonly string[]): void => {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, [...keys, String(index)]);
    if (!isObject(node)) return;
    const place = keys.join('/');
    const named = namedExamples(document, node);
    if (isObject(node['schema']) && named.length > 0) found.push({ place, keys: [...keys, 'schema'], examples: named });
    if (Array.isArray(node['examples'])) {
      found.push({ place, keys, examples: node['examples'].map((value, index) => ({ name: String(index), value })) });
    }
    for (const [key, value] of Object.entries(node)) {
      // A property may be named `example` or `default`. Its value is then a schema.
      if ((data.has(key) && keys.at(-1) !== 'properties') || key.startsWith('x-')) continue;
      visit(value, [...keys, key]);
    }
  };
  visit(document, []);
  return found;
}

function namedExamples(document: JsonObject, node: JsonObject): readonly { name: string; value: unknown }[] {
  const many = entries(node['examples']).map(([name, example]) => ({ name, value: at(document, resolve(document, example), 'value') }));
  return 'example' in node ? [...many, { name: 'example', value: node['example'] }] : many;
}
