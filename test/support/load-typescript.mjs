// `node --import` of this file runs TypeScript in tests. It takes half a second of CPU less per process than tsx, which
// also resolves imports in ways that nothing here needs. Every import names its file, so only the text has to be
// translated.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
