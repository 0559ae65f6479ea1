import { asyncApi, type Message, type Schema } from './documents.ts';
import { fenced } from './fenced.ts';
import type { Page } from './pages.ts';

/** Makes a page for each event: when it is sent, every field, every example. */
export async function eventPages(parent: string): Promise<readonly Page[]> {
  return eventMessages().map((message) => ({
    path: `${parent}/${message.name}`,
    title: message.name,
    parent,
    source: 'asyncapi/webhooks.yaml',
    markdown: eventPage(message),
  }));
}

/** Returns the messages that are sent, without the receiver's answer. */
export const eventMessages = (): readonly Message[] =>
  Object.values(asyncApi().components.messages).filter(({ payload }) => payload !== undefined);

function eventPage({ name, description, payload, examples = [] }: Message): string {
  const { properties = {} } = resolve(payload ?? {});
  const data = resolve(properties['data'] ?? {});
  return [
    `# \`${name}\``,
    description,
    '## Around it',
    'Every delivery has the same three headers and the same three fields. How to check them: [Verifying signatures](/docs/verify.md).',
    fieldTable([
      { path: 'event', schema: properties['event'] ?? {}, isRequired: true },
      { path: 'timestamp', schema: properties['timestamp'] ?? {}, isRequired: true },
      { path: 'data', schema: { type: 'object', description: 'What happened, as below.' }, isRequired: true },
    ]),
    '## Data',
    ...dataFields(data),
    '## Examples',
    'The ids and signatures in them are made up; real signatures stand among the [test vectors](/docs/verify.md#test-vectors).',
    ...examples.flatMap((example) => [
      `### ${example.summary}`,
      fenced('http', head(example.headers)),
      fenced('json', JSON.stringify(example.payload, null, 2)),
    ]),
  ].join('\n\n');
}

const head = (headers: object): string =>
  [
    'POST /your-endpoint HTTP/1.1',
    'Content-Type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');

/** Describes each of several possible shapes separately. */
function dataFields(data: Schema): readonly string[] {
  const said = data.description ?? '';
  if (!data.oneOf) return [said, fieldTable(fieldsOf(data, ''))];
  const shapes = data.oneOf.map(resolve);
  return [
    said,
    ...shapes.flatMap((shape) => [
      `### \`${String(resolve(shape.properties?.['origin'] ?? {}).const)}\``,
      shape.description ?? '',
      fieldTable(fieldsOf(shape, '')),
    ]),
  ];
}

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): readonly Field[] {
  return Object.entries(properties).flatMap(([name, declared]) => {
    const schema = resolve(declared);
    const path = `${prefix}${name}`;
    const item = schema.items ? resolve(schema.items) : undefined;
    return [
      { path, schema, isRequired: required.includes(name) },
      ...fieldsOf(schema, `${path}.`),
      ...(item ? fieldsOf(item, `${path}[].`) : []),
    ];
  });
}

const fieldTable = (fields: readonly Field[]): string =>
  [
    '| field | type | |',
    '|---|---|---|',
    ...fields.map(
      ({ path, schema, isRequired }) =>
        `| \`${path}\` | ${typeOf(schema)} | ${isRequired ? '' : 'May be left out. '}${schema.description ?? ''} |`,
    ),
  ].join('\n');

function typeOf({ type, const: only, format }: Schema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  const types = [type ?? 'any'].flat().map((one) => (one === 'string' && format === 'date-time' ? 'ISO 8601 time' : one));
  return types.join(' or ');
}

/** Resolves a reference. A description beside the reference is kept. */
function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined
    ? schema
    : { ...resolve(asyncApi().components.schemas[name] ?? {}), ...(schema.description ? { description: schema.description } : {}) };
}
