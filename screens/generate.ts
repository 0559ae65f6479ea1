import { fileURLToPath } from 'node:url';
import { bundlePage } from '../simulator/console/generate.ts';

export const operatorPageFolder = fileURLToPath(new URL('../src/http/operator-page/generated', import.meta.url));

/** Makes the operator's page, one script and one style, so that a running service needs neither Preact nor esbuild. */
export const generateOperatorPage = (): Promise<ReadonlyMap<string, string>> =>
  bundlePage({
    name: 'page',
    source: 'screens/operator',
    entry: fileURLToPath(new URL('./operator/main.tsx', import.meta.url)),
    folder: operatorPageFolder,
  });
