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

export const portalFolder = fileURLToPath(new URL('../src/http/portal/generated', import.meta.url));

/** Makes the page of the tenant's portal in the same way. */
export const generatePortal = (): Promise<ReadonlyMap<string, string>> =>
  bundlePage({
    name: 'page',
    source: 'screens/portal',
    entry: fileURLToPath(new URL('./portal/main.tsx', import.meta.url)),
    folder: portalFolder,
  });
