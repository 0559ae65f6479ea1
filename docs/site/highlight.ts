import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns code as highlighted HTML, or null if the language is not known. */
export const highlight = (code: string, language: string): string | null =>
  library.getLanguage(language) ? library.highlight(code, { language }).value : null;

/** The library is required, not imported: its types would bring the DOM's types into everything that is checked together. */
const library: {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string }): { readonly value: string };
  registerLanguage(name: string, language: object): void;
} = require('highlight.js/lib/common');
library.registerLanguage('http', require('highlight.js/lib/languages/http'));
