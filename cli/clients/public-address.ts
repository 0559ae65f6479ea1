import { dataFolderOf } from '../../src/process/data-folder.ts';
import type { Environment } from '../../src/process/environment.ts';
import { expectHttpUrl } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { headerToken } from './header-token.ts';
import { type Profile, readProfiles } from './profiles.ts';
import { environmentNaming, readSandboxIn, readStarted } from './started.ts';

export interface PublicAddressGiven {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

export const publicPath = '/api/v1/public';

/** Returns the address of the public API, which has its usual path where none is given. */
export const withPublicPath = (url: string): string =>
  new URL(url).pathname === '/' ? new URL(publicPath, url).href : url.replace(/\/+$/, '');

export const defaultProfile = 'default';

/**
 * Returns where the public API is and a key for it, from the first place that names them: the options, a profile that is named, the
 * environment, the `ringpost start` of this folder, the profile `default`. Address and key always come from one place, so that no key is
 * sent to another service than its own; only an option may replace one of them. In the folder of a sandbox the environment names another
 * installation, as in `operatorAddress`.
 */
export function publicAddress(given: PublicAddressGiven, env: Environment = process.env): Profile {
  const { apiKey: key } = given;
  const url = given.baseUrl && withPublicPath(given.baseUrl);
  if (url && key) return { baseUrl: url, apiKey: headerToken(key, 'API key') };
  const said = environmentNaming(url, dataFolderOf(env), env);
  const profile = given.profile ?? (said['RINGPOST_PROFILE'] || undefined);
  const found =
    (profile === undefined ? fromEnvironment(said, url, key) : named(profile, env)) ??
    startedHere(env, key) ??
    readProfiles(env).profiles[defaultProfile];
  if (url && found && url !== found.baseUrl)
    throw new UsageError(`Which key is for ${url}? Give --api-key, or set RINGPOST_API_KEY and RINGPOST_URL.`);
  const [baseUrl, apiKey] = [url ?? found?.baseUrl, key ?? found?.apiKey];
  if (baseUrl && apiKey) return { baseUrl, apiKey: headerToken(apiKey, 'API key') };
  throw new UsageError(
    `No ${baseUrl ? 'API key' : 'public API'} is known here. Keep one with \`ringpost login\`, or set RINGPOST_URL and RINGPOST_API_KEY, or run \`ringpost start\` in this folder.`,
  );
}

function named(name: string, env: Environment): Profile {
  const { profiles } = readProfiles(env);
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const known = Object.keys(profiles);
  throw new UsageError(
    `There is no profile "${name}". ${known.length > 0 ? `There are: ${known.join(', ')}.` : `ringpost login --profile ${name} makes it.`}`,
  );
}

/** Returns the key of the environment where it is for this address: where RINGPOST_URL names this one, or none. */
export function environmentKey(baseUrl: string): string | undefined {
  const { RINGPOST_URL: own, RINGPOST_API_KEY: key } = process.env;
  if (own) expectHttpUrl(own, 'RINGPOST_URL');
  return !own || withPublicPath(own) === baseUrl ? key || undefined : undefined;
}

/** A key without an address beside it is for the address that an option gives, and an address goes with the key of an option. */
function fromEnvironment(env: Environment, url: string | undefined, key: string | undefined): Profile | undefined {
  const [ownUrl, ownKey] = [env['RINGPOST_URL'], env['RINGPOST_API_KEY']];
  const [baseUrl, apiKey] = [ownUrl || (ownKey && url), ownKey || (ownUrl && key)];
  if (!baseUrl && !apiKey) return undefined;
  if (!baseUrl || !apiKey)
    throw new UsageError(`Set RINGPOST_URL and RINGPOST_API_KEY both; ${baseUrl ? 'the key' : 'the address'} is missing.`);
  expectHttpUrl(baseUrl, 'RINGPOST_URL');
  return { baseUrl: withPublicPath(baseUrl), apiKey };
}

/** A sandbox without a tenant has an address all the same, for the key of an option. */
function startedHere(env: Environment, key: string | undefined): Profile | undefined {
  const dataFolder = dataFolderOf(env);
  const sandbox = readSandboxIn(dataFolder);
  if (sandbox) {
    const apiKey = key ?? sandbox.console?.apiKey;
    if (apiKey === undefined) throw new UsageError(`The sandbox ${sandbox.name} has no tenant: ringpost sandbox copy-tenant`);
    return { baseUrl: `${sandbox.publicUrl}${publicPath}`, apiKey };
  }
  const started = readStarted(dataFolder);
  return started ? { baseUrl: `${started.publicUrl}${publicPath}`, apiKey: started.demo.apiKey } : undefined;
}
