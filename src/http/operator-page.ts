import { readFile } from 'node:fs/promises';
import type { Page } from './pages.ts';

/** The policy allows nothing from other hosts, nothing inline, and no framing. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
  const headers = {
    'Content-Type': contentType,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
  return async () => ({ status: 200, headers, text: await readFile(new URL(`operator-page/${name}`, import.meta.url), 'utf8') });
}
