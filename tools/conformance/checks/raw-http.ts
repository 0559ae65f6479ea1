import type { Check } from '../check.ts';
import { body, broken } from './wire/broken.ts';
import { methods } from './wire/methods.ts';
import { slow } from './wire/slow.ts';
import { targets } from './wire/targets.ts';

/** Group M: HTTP itself, written to sockets by hand. */
export const rawHttp: readonly Check[] = [...methods, ...body, ...broken, ...targets, ...slow];
