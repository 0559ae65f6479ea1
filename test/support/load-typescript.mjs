// `node --import` of this file runs TypeScript in tests. It takes half a second of CPU less per process than tsx, which
// also resolves imports in ways that nothing here needs. Every import names its file, so only the text has to be
// translated.
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

// What is bundled needs no translation, and the thread for it takes a third of the CPU time of a short command. It has no source maps, and
// Node would read those of every package.
const bundles = Object.values(JSON.parse(process.env['TEST_PROGRAMS'] ?? '{}'));
if (!bundles.includes(pathToFileURL(process.argv[1] ?? '').href)) {
  register('./typescript-hooks.mjs', import.meta.url);
  process.setSourceMapsEnabled(true);
}
