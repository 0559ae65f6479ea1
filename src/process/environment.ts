import { Resolver } from 'node:dns';
import { parseUrl } from './parse-url.ts';

/** Reads and checks the kinds of settings in the environment. An error names the variable. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for an invalid setting. The message names the variable and its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function oneOf<const T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const value = env[name] || fallback;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name} takes one of ${values.filter(Boolean).join(', ')}, not "${value}".`);
  return found;
}

export function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}

export function onOff(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} takes on or off, not "${text}".`);
  return text === 'on';
}

export function list(env: Environment, name: string): readonly string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Reads a list whose items are all such as `takes` says. */
export function listOf(env: Environment, name: string, takes: string, isRight: (item: string) => boolean): readonly string[] {
  const items = list(env, name);
  const wrong = items.find((item) => !isRight(item));
  if (wrong !== undefined) throw new ConfigError(`${name} takes a list of ${takes}, not "${wrong}".`);
  return items;
}

export const hostNames = (env: Environment, name: string): readonly string[] =>
  listOf(env, name, 'names without a port, such as ringpost-operator', (host) => /^[\w.-]+$/.test(host));

/** Reads origins such as `https://crm.example.com`, in the words of a browser's policy: nothing else may get into a header. */
export const origins = (env: Environment, name: string): readonly string[] =>
  listOf(env, name, 'origins, such as https://crm.example.com', (origin) => /^https?:\/\/[\w.-]+(:\d{1,5})?$/.test(origin));

/** Reads name servers without checking them; the resolver that uses them does that. */
export function nameServers(env: Environment, name: string): readonly string[] {
  const servers = list(env, name);
  try {
    if (servers.length > 0) new Resolver().setServers(servers);
  } catch {
    throw new ConfigError(`${name} takes a list of addresses such as 192.0.2.53 or 192.0.2.53:5353, not "${servers.join(', ')}".`);
  }
  return servers;
}

export function readUrl(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (parseUrl(text) === null || !/^https?:/.test(text)) throw new ConfigError(`${name} takes an http or https URL, not "${text}".`);
  return text.replace(/\/+$/, '');
}

export function ratio(env: Environment, name: string, fallback: number): number {
  const value = Number(env[name] || fallback);
  if (!(value >= 0 && value <= 1)) throw new ConfigError(`${name} takes a number from 0 to 1, not "${env[name]}".`);
  return value;
}

const shortestSecret = 32;

/** Returns a secret that authenticates requests. In production a short one is refused, since it could be guessed. */
export function longEnough(name: string, secret: string, production: boolean): string {
  if (production && secret.length < shortestSecret)
    throw new ConfigError(`${name} takes at least ${shortestSecret} characters in production: openssl rand -hex 32.`);
  return secret;
}
