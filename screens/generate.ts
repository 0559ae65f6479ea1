import { fileURLToPath } from 'node:url';
import { bundlePage } from '../simulator/console/generate.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const operatorPageFolder = pathOf('../src/http/operator-page/generated');
export const portalFolder = pathOf('../src/http/portal/generated');

/** Makes a page of this folder, one script and one style, so that a running service needs neither Preact nor esbuild. */
const generatePage = (of: 'operator' | 'portal', folder: string): Promise<ReadonlyMap<string, string>> =>
  bundlePage({ name: 'page', source: `screens/${of}`, entry: pathOf(`./${of}/main.tsx`), folder });

export const generateOperatorPage = (): Promise<ReadonlyMap<string, string>> => generatePage('operator', operatorPageFolder);
export const generatePortal = (): Promise<ReadonlyMap<string, string>> => generatePage('portal', portalFolder);
