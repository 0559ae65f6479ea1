import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused, Unreachable } from './operator-client.ts';
import { flag, type Option, text } from './options.ts';

/** Sends one request to the simulator's control API. A status other than 2xx is thrown as `Refused`. */
export type SimulatorClient = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>;

export const simulatorOptions = {
  json: flag("Print the simulator's own JSON and nothing else."),
  simulatorUrl: text('Where the simulator is (SIMULATOR_URL, else what .ringpost/ says, else port 8090).', 'URL'),
} satisfies Record<string, Option<unknown>>;

export function simulatorClient(given: string | undefined): SimulatorClient {
  const base = (given || process.env['SIMULATOR_URL'] || kept() || 'http://127.0.0.1:8090').replace(/\/$/, '');
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Unreachable(`No simulator answers at ${base}: ${error instanceof Error ? (error.cause ?? error.message) : error}.`);
    });
    // The document defines the answer's type, and a test checks the simulator against the document.
    const text = await response.text();
    const reply = JSON.parse(text);
    if (!response.ok) throw new Refused({ code: 'unknown', message: '', ...reply.error }, text);
    return reply;
  };
}

/** Returns the address in the file that `ringpost start` wrote. */
function kept(): string | undefined {
  try {
    const folder = process.env['RINGPOST_DATA_FOLDER'] || '.ringpost';
    return JSON.parse(readFileSync(join(folder, 'start.json'), 'utf8')).simulatorUrl;
  } catch {
    // The file is absent or belongs to another user, so it gives no address.
    return undefined;
  }
}
