import { parseArgs } from 'node:util';
import { type Sabotage, sabotages } from '../faults/matrix/sabotage.ts';
import { type MoveSabotage, moveSabotages } from './move-sabotage.ts';

export const help = `npm run test:cluster [-- --short] [--only DRILLS] [--seed N] [--sabotage KIND]

A fleet on loopback: three service processes behind nginx, pgbouncer, a primary with a streaming replica, a Redis Cluster of six nodes,
and a second cell. Exits 1 where something does not hold, and 2 where a program is missing.

  --short          a small history and short pauses, as CI does; the failover only where it is chosen, and of one failure
  --only DRILLS    some of them, with commas between:
                     faults    one part after the other is killed under load, and all that was acknowledged is judged
                     restore   a restore to an earlier moment: whoever repeats with a key is called and texted once
                     move      a tenant moves to the other cell while it works
                     failover  Patroni's cluster loses its primary in every way while calls are placed
  --seed N         the order of the load; 1 unless told otherwise
  --sabotage KIND  falsifies one thing before it is judged, so that the run must fail and name it:
                     of faults: ${sabotages.join(' ')}
                     of move: ${moveSabotages.join(' ')}
`;

const drills = ['faults', 'restore', 'move', 'failover'] as const;
export type Drill = (typeof drills)[number];

export interface Options {
  readonly isShort: boolean;
  readonly drills: ReadonlySet<Drill>;
  readonly seed: number;
  readonly sabotage: Sabotage | null;
  readonly moveSabotage: MoveSabotage | null;
}

/** Null where help is asked for. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string', default: '1' },
      sabotage: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const usual: readonly Drill[] = values.short ? ['faults', 'restore', 'move'] : drills;
  const chosen = new Set(values.only === undefined ? usual : values.only.split(',').map((name) => oneOf('--only', drills, name)));
  const how = values.sabotage === undefined ? null : oneOf('--sabotage', [...sabotages, ...moveSabotages], values.sabotage);
  const moveSabotage = moveSabotages.find((each) => each === how) ?? null;
  const judgedBy = moveSabotage === null ? 'faults' : 'move';
  if (how !== null && !chosen.has(judgedBy)) throw new Error(`--sabotage ${how} is seen by the drill "${judgedBy}", which is left out.`);
  return {
    isShort: values.short,
    drills: chosen,
    seed: Number(values.seed),
    sabotage: sabotages.find((each) => each === how) ?? null,
    moveSabotage,
  };
}

function oneOf<Name extends string>(option: string, names: readonly Name[], text: string): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Error(`${option} takes ${names.join(', ')}, not "${text}".`);
  return found;
}
