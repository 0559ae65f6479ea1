import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused, Unreachable } from './operator-client.ts';
import { flag, type Option, text } from './options.ts';

/** One request to the simulator's control API; an answer other than 2xx is thrown as `Refused`. */
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
    // What the document promises; a test holds it against that.
    const text = await response.text();
    const reply = JSON.parse(text);
    if (!response.ok) throw new Refused({ code: 'unknown', message: '', ...reply.error }, text);
    return reply;
  };
}

/** What `ringpost start` left. */
function kept(): string | undefined {
  try {
    const folder = process.env['RINGPOST_DATA_FOLDER'] || '.ringpost';
    return JSON.parse(readFileSync(join(folder, 'start.json'), 'utf8')).simulatorUrl;
  } catch {
    // Absent, or of another user: then it names nothing.
    return undefined;
  }
}
