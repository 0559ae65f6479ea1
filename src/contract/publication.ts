import { createHash } from 'node:crypto';
import { asyncApiDocument, once, publicContract } from './documents.ts';
import { errorTable, vectorList } from './reading-matter.ts';

/** The documents as one installation publishes them: the public API's with its own address, both as data and as pages. */
export interface Publication {
  readonly openapi: PublishedDocument;
  readonly asyncapi: PublishedDocument;
}

/** Each is printed when it is first asked for, and what prints YAML is loaded then. */
export interface PublishedDocument {
  readonly json: () => PublishedText;
  readonly yaml: () => Promise<PublishedText>;
  /** What a page is made of: where programs find a list in an extension, people read it in the description. */
  readonly page: () => string;
}

/** Its bytes and a tag that changes with them. */
export interface PublishedText {
  readonly text: string;
  readonly etag: string;
}

export function publication(publicUrl: string): Publication {
  const openapi = once(() => withAddress(publicContract().document, publicUrl));
  return { openapi: publish(openapi, errorTable), asyncapi: publish(asyncApiDocument, vectorList) };
}

interface Described {
  readonly info: { readonly description?: string | undefined };
}

/** `readingMatter`: Markdown to stand at the end of the page's introduction. */
function publish<T extends Described>(document: () => T, readingMatter: (document: T) => string): PublishedDocument {
  return {
    json: once(() => tagged(`${JSON.stringify(document(), null, 2)}\n`)),
    yaml: once(async () => tagged((await import('yaml')).stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0 }))),
    page: once(() => JSON.stringify(withMore(document(), readingMatter(document())))),
  };
}

const withMore = <T extends Described>(document: T, markdown: string): T => ({
  ...document,
  info: { ...document.info, description: `${document.info.description ?? ''}\n\n${markdown}` },
});

/** Its one server is this installation, and the examples of its text ask there. */
function withAddress<T extends object>(document: T, publicUrl: string): T {
  const text = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(writtenAddress, () => publicUrl) : value,
  );
  return { ...JSON.parse(text), servers: [{ url: `${publicUrl}/api/v1/public`, description: 'This service.' }] };
}

/** The address that the documents are written with: a service started on the reader's machine. */
const writtenAddress = 'http://127.0.0.1:8080';

const tagged = (text: string): PublishedText => ({ text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` });
