import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chartFolder, generateChart } from './docs/generate/chart.ts';
import { generatePages, pagesFolder } from './docs/generate/pages.ts';
import { generateOperatorPage, generatePortal, operatorPageFolder, portalFolder } from './screens/generate.ts';
import { generatePython, generateSdk, pythonFolder, sdkFolder } from './sdk/generate.ts';
import { consoleFolder, generateConsole } from './simulator/console/generate.ts';
import { generate, generatedFolder, staleFiles } from './tools/contract/generate.ts';

/**
 * `npm run generate`: everything that is made from something else and kept beside it. With `--check` it writes nothing, and
 * fails if what is there is not what it would write.
 */
const bundles = await generate();
const made = [
  { folder: generatedFolder, name: 'src/contract/generated', files: bundles },
  { folder: sdkFolder, name: 'sdk/generated', files: generateSdk(bundles) },
  { folder: pythonFolder, name: 'sdk/python/src/ringpost/generated', files: generatePython(bundles) },
  { folder: consoleFolder, name: 'simulator/console/generated', files: await generateConsole() },
  { folder: operatorPageFolder, name: 'src/http/operator-page/generated', files: await generateOperatorPage() },
  { folder: portalFolder, name: 'src/http/portal/generated', files: await generatePortal() },
  { folder: pagesFolder, name: 'docs', files: generatePages() },
  { folder: chartFolder, name: 'deploy/helm', files: generateChart() },
];

for (const { folder, name, files } of made) {
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
