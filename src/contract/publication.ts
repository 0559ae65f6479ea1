import { createHash } from 'node:crypto';
import { asyncApiDocument, once, publicContract } from './documents.ts';
import { type Json, object } from './json.ts';
import { publishedForm } from './published-form.ts';
import { errorTable, vectorList } from './reading-matter.ts';

/** The documents as one installation publishes them, with its own address, as data and as pages. */
export interface Publication {
  readonly openapi: PublishedDocument;
  readonly asyncapi: PublishedDocument;
}

/** The texts are printed when first requested, and the YAML printer is loaded then. */
export interface PublishedDocument {
  readonly document: () => Json;
  readonly json: () => PublishedText;
  readonly yaml: () => Promise<PublishedText>;
  /** Is the input of a page. Lists that programs find in an extension are in its description for people. */
  readonly page: () => string;
}

/** A text's bytes, and a tag that changes with them. */
export interface PublishedText {
  readonly text: string;
  readonly etag: string;
}

export function publication(publicUrl: string): Publication {
  const openapi = once(() => withAddress(publishedForm(publicContract().document), publicUrl));
  const asyncapi = once(() => publishedForm(asyncApiDocument()));
  return { openapi: publish(openapi, errorTable), asyncapi: publish(asyncapi, vectorList) };
}

interface Described {
  readonly info: { readonly description?: string | undefined };
}

/** Publishes a document. `readingMatter` returns Markdown for the end of the page's introduction. */
function publish<T extends Described>(document: () => T, readingMatter: (document: T) => string): PublishedDocument {
  return {
    document: () => object(document()),
    json: once(() => tagged(`${JSON.stringify(document(), null, 2)}\n`)),
    yaml: once(async () => tagged((await import('yaml')).stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0 }))),
    page: once(() => JSON.stringify(withMore(document(), readingMatter(document())))),
  };
}

const withMore = <T extends Described>(document: T, markdown: string): T => ({
  ...document,
  info: { ...document.info, description: `${document.info.description ?? ''}\n\n${markdown}` },
});

/** Returns the document with this installation as its only server and in its examples. */
function withAddress<T extends object>(document: T, publicUrl: string): T {
  const text = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(localAddress, () => publicUrl) : value,
  );
  return { ...JSON.parse(text), servers: [{ url: `${publicUrl}/api/v1/public`, description: 'This service.' }] };
}

/** The documents are written with this address, that of a service on the reader's machine. */
export const localAddress = 'http://127.0.0.1:8080';

/** Returns a text with the tag that HTTP caches compare. */
export const tagged = (text: string): PublishedText => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});
