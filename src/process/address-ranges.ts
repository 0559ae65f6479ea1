import ipaddr from 'ipaddr.js';
import { type Environment, listOf } from './environment.ts';

export const addressRanges = (env: Environment, name: string): readonly string[] =>
  listOf(env, name, 'addresses and ranges such as 10.0.0.0/8', (range) => ipaddr.isValidCIDR(range) || ipaddr.isValid(range));
