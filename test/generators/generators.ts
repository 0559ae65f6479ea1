import { join } from 'node:path';
import { type Json, object } from '../../src/contract/json.ts';

export const toolsFolder = join(import.meta.dirname, 'tools');

/** A program that makes a client or types of a document. */
export interface Generator {
  readonly name: string;
  readonly document: 'openapi' | 'asyncapi';
  /** The command line: a program of `tools/node_modules/.bin`, or node, and its arguments. Configuration files in `tools/` find the same values in `DOCUMENT` and `OUTPUT`. */
  readonly command: (document: string, output: string) => readonly [program: string, ...args: string[]];
  /** The part of the document that it reads by design; all of it without. */
  readonly reads?: (document: Json) => unknown;
  /** Where its output has the schemas of the document under their names. Without any it writes a schema out wherever it is used. */
  readonly schemas: readonly Schemas[];
}

export interface Schemas {
  /** An import of what `of` names. */
  readonly from: string;
  /** A type that has the properties of this schema. */
  readonly of: (schema: string) => string;
}

export const modelsIn = (file: string): Schemas => ({
  from: `import type * as generated from '${file}';`,
  of: (schema) => `NonNullable<generated.${schema}>`,
});

/** Objects of Zod are open, so only their shape tells which members they know. */
const zodSchemasIn = (file: string, name: (schema: string) => string): Schemas => ({
  from: `import * as generated from '${file}';
type Shape<S> = S extends { shape: infer P } ? P : S extends { _def: { innerType: infer I } } ? Shape<I> : S extends { options: readonly (infer O)[] } ? Shape<O> : never;`,
  of: (schema) => `Shape<typeof generated.${name(schema)}>`,
});

/** Headers are no part of the models of an event. */
const payloads = ({ components }: Json): unknown =>
  Object.values(object(object(components).messages)).map((message) => object(message)['payload']);

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    document: 'openapi',
    command: (document, output) => ['openapi-typescript', document, '--output', join(output, 'schema.ts')],
    schemas: [
      {
        from: "import type { components } from './schema';",
        of: (schema) => `NonNullable<components['schemas']['${schema}']>`,
      },
    ],
  },
  {
    name: 'hey-api',
    document: 'openapi',
    command: (document, output) => ['openapi-ts', '--input', document, '--output', output, '--client', '@hey-api/client-fetch'],
    schemas: [modelsIn('./types.gen')],
  },
  {
    name: 'orval-fetch',
    document: 'openapi',
    command: () => ['orval', '--config', join(toolsFolder, 'orval.config.cjs'), '--project', 'fetch'],
    schemas: [modelsIn('./model')],
  },
  {
    name: 'orval-zod',
    document: 'openapi',
    command: () => ['orval', '--config', join(toolsFolder, 'orval.config.cjs'), '--project', 'zod'],
    reads: ({ paths }) => paths,
    schemas: [],
  },
  {
    name: 'openapi-zod-client',
    document: 'openapi',
    // Without the option it leaves out what only webhooks refer to.
    command: (document, output) => ['openapi-zod-client', document, '--output', join(output, 'client.ts'), '--export-schemas'],
    schemas: [zodSchemasIn('./client', (schema) => `schemas.${schema}`)],
  },
  {
    name: 'kubb',
    document: 'openapi',
    command: () => ['kubb', 'generate', '--config', join(toolsFolder, 'kubb.config.mjs')],
    schemas: [modelsIn('./types'), zodSchemasIn('./zod', (schema) => `${schema.charAt(0).toLowerCase()}${schema.slice(1)}Schema`)],
  },
  {
    name: 'modelina',
    document: 'asyncapi',
    command: () => ['node', join(toolsFolder, 'modelina.mjs')],
    reads: payloads,
    schemas: [modelsIn('./index')],
  },
];
