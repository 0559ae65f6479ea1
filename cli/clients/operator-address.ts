import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import type { Environment } from '../../src/process/environment.ts';
import { expectHttpUrl } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { headerToken } from './header-token.ts';
import type { OperatorAddress } from './operator-client.ts';
import { environmentNaming, readStarted } from './started.ts';

export interface AddressGiven {
  readonly url: string | undefined;
  readonly token: string | undefined;
}

/**
 * Returns the address of the operator API: from the options, else from the environment, else from the file that
 * `ringpost start` or `ringpost serve` wrote in the data folder. A token from a file is sent only to this machine or to
 * the address beside it. In the folder of a sandbox the environment names the live installation beside it, and only options go before the file.
 */
export function operatorAddress(given: AddressGiven, env: Environment = process.env, folder: string = process.cwd()): OperatorAddress {
  const dataFolder = dataFolderOf(env, folder);
  const kept = readKept(dataFolder);
  const said = environmentNaming(given.url, dataFolder, env);
  const named = given.url || said['OPERATOR_URL'];
  const url = withoutPath(named || kept.url || `http://127.0.0.1:${env['OPERATOR_PORT'] || 8081}`);
  // A token of the environment is for the address that stands beside it there.
  const isSaid = !said['OPERATOR_URL'] || withoutPath(said['OPERATOR_URL']) === url;
  const fromFile = given.url && url === kept.url ? kept.token : undefined;
  const fromEnvironment = isSaid ? said['OPERATOR_TOKEN'] : undefined;
  const token = given.token || fromFile || fromEnvironment || (!named || url === kept.url || isLoopback(url) ? kept.token : undefined);
  if (token) return { url, token: headerToken(token, 'operator token') };
  if (named) throw new UsageError(`The operator API at ${url} wants a token: give --operator-token, or set OPERATOR_TOKEN.`);
  throw new UsageError(
    'No operator API is known here. Run `ringpost start` in this folder, or name one with --operator-url and --operator-token, or OPERATOR_URL and OPERATOR_TOKEN.',
  );
}

function readKept(dataFolder: string): { url?: string | undefined; token?: string | undefined } {
  const started = readStarted(dataFolder);
  if (started?.operatorToken) return { url: started.operatorUrl, token: started.operatorToken };
  try {
    return { token: JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8'))['OPERATOR_TOKEN'] };
  } catch {
    // The file is absent or belongs to another user, so it gives no token.
    return {};
  }
}

/** Removes the path, since users also paste the whole base URL. */
function withoutPath(text: string): string {
  expectHttpUrl(text, "The operator's URL");
  return text.replace(/\/(api\/v1\/operator\/?)?$/, '');
}

const isLoopback = (url: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(url).hostname);
