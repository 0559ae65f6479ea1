import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chartFolder, generateChart } from './docs/generate/chart.ts';
import { generateOperatorPage, generatePortal, operatorPageFolder, portalFolder } from './screens/generate.ts';
import { generatePython, generateSdk, pythonFolder, sdkFolder } from './sdk/generate.ts';
import { consoleFolder, generateConsole } from './simulator/console/generate.ts';
import { generate, generatedFolder, staleFiles } from './tools/contract/generate.ts';

/**
 * `npm run generate`: everything that is made from something else and kept beside it. With `--check` it writes nothing, and
 * fails if what is there is not what it would write. Each is made when those before it are written, because the pages are bundled from
 * generated files too.
 */
const bundles = await generate();
const kept = [
  { folder: generatedFolder, name: 'src/contract/generated', make: () => bundles },
  { folder: sdkFolder, name: 'sdk/generated', make: () => generateSdk(bundles) },
  { folder: pythonFolder, name: 'sdk/python/src/ringpost/generated', make: () => generatePython(bundles) },
  { folder: consoleFolder, name: 'simulator/console/generated', make: generateConsole },
  { folder: operatorPageFolder, name: 'src/http/operator-page/generated', make: generateOperatorPage },
  { folder: portalFolder, name: 'src/http/portal/generated', make: generatePortal },
  { folder: join(import.meta.dirname, 'docs'), name: 'docs', make: async () => (await import('./docs/generate/pages.ts')).generatePages() },
  { folder: chartFolder, name: 'deploy/helm', make: generateChart },
];

for (const { folder, name, make } of kept) {
  const files = await make();
  const stale = await staleFiles(files, folder);
  if (process.argv.includes('--check')) {
    if (stale.length > 0) {
      console.error(`Stale in ${name}: ${stale.join(', ')}. Run npm run generate.`);
      process.exitCode = 1;
    }
    continue;
  }
  for (const file of stale) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), files.get(file) ?? '');
  }
  console.log(stale.length > 0 ? `Wrote ${stale.map((file) => `${name}/${file}`).join(', ')}.` : `${name} was fresh.`);
}
