import { markdownTable } from '../../src/contract/markdown-table.ts';
import { eventMessages } from './event-pages.ts';

/** Is a file that a service publishes for programs, at this path below its address. */
export interface PublishedFile {
  readonly path: string;
  readonly what: string;
}

/** Returns what a service publishes for programs, in the order in which the pages list it. */
export const publishedFiles = (): readonly PublishedFile[] => [
  { path: 'openapi.json', what: 'The public API as OpenAPI 3.1, in one file. Start here.' },
  { path: 'openapi.yaml', what: 'The same as YAML.' },
  { path: 'openapi.dereferenced.json', what: 'The same without references, for programs that follow none.' },
  { path: 'openapi-3.0.json', what: 'The same as OpenAPI 3.0.3, for programs that read nothing newer. The webhooks are in `x-webhooks`.' },
  { path: 'asyncapi.json', what: 'The webhooks as AsyncAPI 3.0, with the rules of their delivery.' },
  { path: 'asyncapi.yaml', what: 'The same as YAML.' },
  ...eventMessages().map(({ name }) => ({
    path: `schemas/${name}.json`,
    what: `The body of \`${name}\` as JSON Schema (draft-07), in one file.`,
  })),
  { path: 'workflows.yaml', what: 'The journeys of an integrator, step by step, as an Arazzo 1.1 document that programs play.' },
  {
    path: 'postman.json',
    what: 'Every operation with its examples as a Postman collection (2.1), which Bruno and Insomnia import as well.',
  },
  { path: 'checksums.txt', what: 'The SHA-256 of each file above as this service serves it; `sha256sum --check` reads it.' },
  { path: '.well-known/api-catalog', what: 'The catalogue that leads programs to the files above (RFC 9727).' },
  { path: 'llms.txt', what: 'A list of all pages as Markdown and of the files above, for language models.' },
];

export const publishedFileTable = (address: string): string =>
  markdownTable(
    ['path', 'what'],
    publishedFiles().map(({ path, what }) => [`[\`/${path}\`](${address}/${path})`, what]),
  );
