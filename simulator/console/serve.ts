import { readFileSync } from 'node:fs';
import { invalid, nothingThere } from '../control-api.ts';
import { askedBy, isNoPage, isOurPage, notSameOrigin } from '../guard.ts';
import { parseJson } from '../json.ts';
import type { ServiceBeside } from '../service-beside.ts';
import { linkedServiceView, readLinkedService } from './linked-service.ts';
import { newRelay } from './relay.ts';

/** Serves the page at `/`, its files, and its requests to the service below `/console`. */
export interface Console {
  /** Returns null if the request is not for the console. */
  respond(request: Request): Promise<Response> | null;
  close(): Promise<void>;
}

export function newConsole(beside: Pick<ServiceBeside, 'linked' | 'link'>): Console {
  const relay = newRelay();

  const answer = async (method: string, path: string, request: Request): Promise<Response> => {
    const asked = askedBy(Object.fromEntries(request.headers));
    const file = method === 'GET' ? pageFiles[path] : undefined;
    if (file) return fileResponse(file);
    if (method === 'PUT' && path === '/console/service') {
      if (!isNoPage(asked)) return notSameOrigin('No page may link the console to a service.');
      const found = readLinkedService(parseJson(await request.text()));
      if (typeof found === 'string') return invalid(found);
      beside.link(found);
      return json({ service: linkedServiceView(beside.linked) });
    }
    if (!isOurPage(asked)) return notSameOrigin('Only the console at this address may ask this.');
    if (method === 'GET' && path === '/console/service') return json({ service: linkedServiceView(beside.linked) });
    const relayed = relay.relay(method, path.slice('/console'.length), method === 'GET' ? '' : await request.text(), beside.linked);
    return relayed ?? nothingThere();
  };

  return {
    respond(request) {
      const { pathname } = new URL(request.url);
      return pathname === '/' || pathname.startsWith('/console/') ? answer(request.method, pathname, request) : null;
    },
    close: () => relay.close(),
  };
}

interface PageFile {
  readonly at: string;
  readonly type: string;
}

const pageFiles: Readonly<Record<string, PageFile>> = {
  '/': { at: 'console.html', type: 'text/html; charset=utf-8' },
  '/console/console.js': { at: 'generated/console.js', type: 'text/javascript; charset=utf-8' },
  '/console/console.css': { at: 'generated/console.css', type: 'text/css; charset=utf-8' },
  '/console/icon.svg': { at: 'icon.svg', type: 'image/svg+xml' },
};

/** The policy allows nothing from other hosts, nothing inline, and no framing. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function fileResponse({ at, type }: PageFile): Response {
  return new Response(readFileSync(new URL(at, import.meta.url)), {
    headers: {
      'content-type': type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  });
}

const json = (body: unknown): Response => Response.json(body, { headers: { 'cache-control': 'no-store' } });
