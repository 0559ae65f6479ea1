import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './site/build-site.ts';

/** `npm run docs`: the documentation as one folder of files that need nothing from elsewhere. */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '..', 'dist', 'docs') },
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    kept: { type: 'string' },
  },
});

const pages = await buildSite(values.out, { address: values.address, kept: values.kept });
console.log(`Wrote ${pages} pages to ${values.out}: open index.html there, or serve the folder.`);
