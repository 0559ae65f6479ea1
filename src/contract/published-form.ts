import { isObject, items, type Json, mapped, object } from './json.ts';
import { nameIn, reached, refTo } from './references.ts';

/**
 * Returns the form in which a document is published. The service judges itself by the document as it is written. This form is for the
 * programs of others:
 *
 * - It is flat: what a schema takes over through `allOf` stands in the schema itself. Generators lose what stands beside an `allOf`.
 * - Answers and webhooks are open: a new member, or a new value of an `enum`, breaks no client, so no validator may refuse it. The
 *   known values are in `x-extensible-enum`. Requests stay closed. A schema that differs in the two has another name in requests.
 * - An answer that is one of several errors is one object: its code has the known values, its details the members of all. Most languages
 *   have no type for a choice.
 * - Bodies of requests have no `default`, because generators make such a member required. The description names it.
 * - Every schema has a `title`, in the AsyncAPI document its constants too, every webhook an `operationId`, and a `oneOf` that a constant decides has a
 *   `discriminator`.
 */
export function publishedForm<T extends object>(document: T): T {
  const written = object(document);
  const schemas = flattened(object(object(written.components).schemas));
  const flat = { ...written, components: { ...object(written.components), schemas } };
  const sides = sidesOf(flat);
  const form: Form = { schemas, twofold: twofoldOf(sides, schemas), isAsyncApi: 'asyncapi' in written };
  const formed = mapped(flat, (part, name) => {
    if (name === 'paths') return mapped(object(part), (item) => mapped(object(item), (operation) => operationIn(form, operation)));
    if (name === 'webhooks') return mapped(object(part), (item, event) => mapped(object(item), (sent) => webhookIn(form, event, sent)));
    if (name === 'components') return componentsIn(form, object(part), sides);
    return part;
  });
  return withoutUnused(formed) as T;
}

type Side = 'answer' | 'parameter' | 'body';

interface Form {
  readonly schemas: Readonly<Record<string, Json>>;
  /** The names of the schemas that are closed in requests and open in answers. */
  readonly twofold: ReadonlySet<string>;
  readonly isAsyncApi: boolean;
}

interface Sides {
  readonly asked: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/** The schemas without `allOf`. */
function flattened(written: Json): Readonly<Record<string, Json>> {
  const flat = (schema: Json): Json => {
    const { allOf, unevaluatedProperties, ...own } = schema;
    if (!Array.isArray(allOf)) return schema;
    const parts = allOf.map((part) => flat(object(written[nameIn(object(part).$ref)])));
    const all = [...parts, own];
    return {
      ...own,
      required: [...new Set(all.flatMap(({ required }) => items(required)))],
      ...(unevaluatedProperties === false ? { additionalProperties: false } : {}),
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    };
  };
  return Object.fromEntries(Object.entries(written).map(([name, schema]) => [name, flat(object(schema))]));
}

/** The components that requests reach, and those that answers and webhooks reach. */
function sidesOf(document: Json): Sides {
  const operations = Object.values(object(document.paths)).flatMap((item) => Object.values(object(item)));
  const asked = operations.map((operation) => [object(operation).parameters, object(operation).requestBody]);
  const answered = operations.map((operation) => object(operation).responses);
  const { paths, components, ...others } = document;
  return { asked: reached(asked, document), answered: reached([answered, others], document) };
}

/** A schema that refers to one that differs in requests differs as well. */
function twofoldOf({ asked, answered }: Sides, schemas: Readonly<Record<string, Json>>): ReadonlySet<string> {
  const shared = Object.keys(schemas).filter((name) => asked.has(refTo(name)) && answered.has(refTo(name)));
  const twofold = new Set<string>();
  const form = { schemas, twofold, isAsyncApi: false };
  const isTwofold = (name: string): boolean => {
    const [closed, open] = (['body', 'answer'] as const).map((side) => JSON.stringify(schemaIn(form, schemas[name], side)));
    return closed !== open;
  };
  for (let before = -1; before < twofold.size; ) {
    before = twofold.size;
    for (const name of shared) if (isTwofold(name)) twofold.add(name);
  }
  return twofold;
}

function componentsIn(form: Form, components: Json, { asked, answered }: Sides): Json {
  return mapped(components, (part, kind) => {
    if (kind === 'examples' || kind === 'securitySchemes') return part;
    if (kind !== 'schemas') return partIn(form, part, kind === 'parameters' ? 'parameter' : 'answer');
    const named = Object.entries(form.schemas).flatMap(([name, schema]) => {
      const isAsked = asked.has(refTo(name));
      const isOpen = answered.has(refTo(name)) || !isAsked;
      const input = form.twofold.has(name) ? `${name}Input` : name;
      const closed: Json = { title: input, ...schemaIn(form, schema, 'body') };
      const answer = schemaIn(form, schema, 'answer');
      const open: Json = { title: name, ...(form.isAsyncApi ? titledConstants(name, answer) : answer) };
      return [...(isOpen ? [[name, open]] : []), ...(isAsked ? [[input, closed]] : [])];
    });
    return Object.fromEntries(named);
  });
}

/** Returns a schema whose constants have a title. Model generators make an enumeration of each, and invent a name for one without. */
const titledConstants = (schema: string, { properties, ...others }: Json): Json => ({
  ...others,
  ...(properties === undefined
    ? {}
    : { properties: mapped(object(properties), (property, name) => titledConstant(schema, name, object(property))) }),
});

const titledConstant = (schema: string, name: string, property: Json): Json =>
  'const' in property ? { title: `${schema}${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...property } : property;

const operationIn = (form: Form, operation: unknown): unknown =>
  mapped(object(operation), (part, name) =>
    partIn(form, part, name === 'requestBody' ? 'body' : name === 'parameters' ? 'parameter' : 'answer'),
  );

const webhookIn = (form: Form, event: string, sent: unknown): Json => ({
  operationId: `on${event.replace(/(?:^|[^a-z])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
  ...object(partIn(form, sent, 'answer')),
});

/** Brings all schemas of a part of the document into their form. Examples and extensions stay as they are. */
function partIn(form: Form, part: unknown, side: Side): unknown {
  if (Array.isArray(part)) return part.map((each) => partIn(form, each, side));
  if (!isObject(part)) return part;
  return mapped(part, (value, name) => {
    if (name.startsWith('example') || name.startsWith('x-')) return value;
    const isSchema = name === 'schema' || name === 'payload' || (form.isAsyncApi && name === 'headers');
    return isSchema ? schemaIn(form, value, side) : partIn(form, value, side);
  });
}

/** Brings a schema, with all that it contains, into its form. */
function schemaIn(form: Form, schema: unknown, side: Side): Json {
  const choices = object(schema)['anyOf'];
  if (side === 'answer' && Array.isArray(choices))
    return schemaIn(
      form,
      choices.map((one) => resolved(form, one)).reduce((one, other) => merged(form, one, other)),
      side,
    );
  const inside = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(inside) : isObject(value) ? schemaIn(form, value, side) : value;
  const out: { [key: string]: unknown; description?: unknown } = {};
  for (const [key, value] of Object.entries(object(schema))) {
    if (key === '$ref') out[key] = side !== 'answer' && form.twofold.has(nameIn(value)) ? `${value}Input` : value;
    else if (side === 'answer' && value === false && isClosing.test(key)) continue;
    else if (side === 'answer' && key === 'enum') out['x-extensible-enum'] = value;
    else if (side === 'body' && key === 'default') continue;
    else if (key === 'properties' || key === 'patternProperties') out[key] = mapped(object(value), inside);
    else out[key] = holdsSchemas.test(key) ? inside(value) : value;
  }
  const { default: usual, oneOf } = object(schema);
  if (side === 'body' && usual !== undefined)
    out.description = [out.description, `Without it: \`${JSON.stringify(usual)}\`.`].filter(Boolean).join(' ');
  const discriminator = Array.isArray(oneOf) ? discriminatorOf(form, oneOf) : undefined;
  return discriminator ? { ...out, discriminator } : out;
}

const isClosing = /^(additional|unevaluated)Properties$/;
const holdsSchemas = /^(items|prefixItems|additionalProperties|propertyNames|anyOf|oneOf|allOf|not|if|then|else|contains)$/;

const resolved = (form: Form, schema: unknown): Json => form.schemas[nameIn(object(schema).$ref)] ?? object(schema);

/**
 * Returns the schema of what fits one of two: required is what both require, and a constant becomes one of the known values. Its
 * description is that of both.
 */
function merged(form: Form, one: Json, other: Json): Json {
  const properties = mapped({ ...object(one.properties), ...object(other.properties) }, (property, name) => {
    const [first, second] = [object(one.properties)[name], object(other.properties)[name]];
    return first === undefined || second === undefined ? property : merged(form, resolved(form, first), resolved(form, second));
  });
  const [requiredByOne, requiredByOther] = [items(one.required), items(other.required)];
  const required = requiredByOne.filter((name) => requiredByOther.includes(name));
  const values = [one, other].flatMap((schema) => ('const' in schema ? [schema.const] : items(schema.enum)));
  const described = new Set([one.description, other.description].filter(Boolean));
  const { const: _, title, description, required: __, ...rest } = one;
  return {
    ...rest,
    ...(described.size > 0 ? { description: [...described].join(' ') } : {}),
    ...(values.length > 0 ? { enum: [...new Set(values)] } : {}),
    ...('properties' in one || 'properties' in other ? { ...(required.length > 0 ? { required } : {}), properties } : {}),
  };
}

/** The property whose constant tells the choices apart, in the document's own notation; undefined if there is none. */
function discriminatorOf(form: Form, oneOf: readonly unknown[]): unknown {
  const choices = oneOf.map((choice) => ({ ref: object(choice).$ref, schema: object(form.schemas[nameIn(object(choice).$ref)]) }));
  const constantIn = (schema: Json, name: string): unknown => object(object(schema.properties)[name]).const;
  const [first] = choices;
  const propertyName = Object.keys(object(first?.schema.properties)).find((name) =>
    choices.every(({ schema }) => constantIn(schema, name) !== undefined),
  );
  if (propertyName === undefined || form.isAsyncApi) return propertyName;
  return { propertyName, mapping: Object.fromEntries(choices.map(({ ref, schema }) => [constantIn(schema, propertyName), ref])) };
}

/** A schema that nothing refers to any more has become part of others. */
function withoutUnused(document: Json): Json {
  const { schemas, ...components } = object(document.components);
  const used = reached({ ...document, components }, document);
  const kept = Object.entries(object(schemas)).filter(([name]) => used.has(refTo(name)));
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } };
}
