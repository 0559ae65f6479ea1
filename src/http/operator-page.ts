import { pageFile } from './page-file.ts';
import type { Page } from './pages.ts';

/**
 * The operator's page, on the operator listener: files without anything secret in them. What the page shows it asks the operator API
 * for, with the session of its browser.
 */
export const operatorPages: Readonly<Record<string, Page>> = {
  '/': file('page.html', 'text/html; charset=utf-8'),
  '/page/page.js': file('generated/page.js', 'text/javascript; charset=utf-8'),
  '/page/page.css': file('generated/page.css', 'text/css; charset=utf-8'),
  '/page/icon.svg': file('icon.svg', 'image/svg+xml'),
};

function file(name: string, contentType: string): Page {
  return pageFile(new URL(`operator-page/${name}`, import.meta.url), contentType);
}
