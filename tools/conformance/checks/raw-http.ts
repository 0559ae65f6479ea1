import type { Check } from '../check.ts';
import { body, broken } from './wire/broken.ts';
import { methods } from './wire/methods.ts';
import { slow } from './wire/slow.ts';
import { targets } from './wire/targets.ts';

/** Group M checks HTTP itself. Its requests are written to sockets byte by byte. */
export const rawHttp: readonly Check[] = [...methods, ...body, ...broken, ...targets, ...slow];
