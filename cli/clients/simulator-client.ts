import { jsonOf } from '../../src/contract/json.ts';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import { flag, httpUrl, type Option, text } from '../parts/options.ts';
import { Refused, Unreachable } from './errors.ts';
import { headerToken } from './header-token.ts';
import { environmentNaming, readStarted } from './started.ts';

/** Sends one request to the simulator's control API. A status other than 2xx is thrown as `Refused`. */
export type SimulatorClient = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>;

export const simulatorOptions = {
  json: flag("Print the simulator's own JSON and nothing else."),
  simulatorUrl: httpUrl('Where the simulator is (SIMULATOR_URL, else what .ringpost/ says, else port 8090).'),
  simulatorToken: text('Its token, if it was given one (better in SIMULATOR_TOKEN).', 'TOKEN'),
} satisfies Record<string, Option<unknown>>;

export function simulatorClient(given: string | undefined, givenToken: string | undefined): SimulatorClient {
  const dataFolder = dataFolderOf(process.env);
  const started: Kept = readStarted(dataFolder) ?? {};
  const said = environmentNaming(given, dataFolder, process.env);
  const base = (given || said['SIMULATOR_URL'] || started.simulatorUrl || 'http://127.0.0.1:8090').replace(/\/$/, '');
  // The token in the file goes to the simulator beside it alone.
  const token = headerToken(
    givenToken || said['SIMULATOR_TOKEN'] || (base === started.simulatorUrl && started.simulatorToken) || '',
    'token of the simulator',
  );
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Unreachable(`No simulator answers at ${base}: ${error instanceof Error ? (error.cause ?? error.message) : error}.`);
    });
    // The document defines the answer's type, and a test checks the simulator against the document.
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: the document says what an answer is.
    const reply = jsonOf(text) as any;
    if (typeof reply !== 'object' || reply === null)
      throw new Unreachable(`What answers at ${base} is no simulator (status ${response.status}).`);
    if (!response.ok) throw new Refused({ code: 'unknown', message: '', ...reply.error, status: response.status }, text);
    return reply;
  };
}

/** What the file of `ringpost start` or `ringpost sandbox create` says of the simulator. */
interface Kept {
  readonly simulatorUrl?: string;
  readonly simulatorToken?: string;
}
