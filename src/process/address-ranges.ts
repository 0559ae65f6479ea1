import ipaddr from 'ipaddr.js';
import { ConfigError, type Environment, list } from './environment.ts';

export function addressRanges(env: Environment, name: string): readonly string[] {
  const ranges = list(env, name);
  const wrong = ranges.find((range) => !ipaddr.isValidCIDR(range) && !ipaddr.isValid(range));
  if (wrong !== undefined) throw new ConfigError(`${name} takes a list of addresses and ranges such as 10.0.0.0/8, not "${wrong}".`);
  return ranges;
}
