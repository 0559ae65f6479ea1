import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Code as HTML with its words marked, or null where the language is not known. */
export const highlight = (code: string, language: string): string | null =>
  library.getLanguage(language) ? library.highlight(code, { language }).value : null;

/** Required, not imported: its types bring the DOM's with them, which then hold in everything that is checked together. */
const library: {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string }): { readonly value: string };
  registerLanguage(name: string, language: object): void;
} = require('highlight.js/lib/common');
library.registerLanguage('http', require('highlight.js/lib/languages/http'));
