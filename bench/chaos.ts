import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { missingPrograms } from '../test/cluster/programs.ts';
import { machine } from '../tools/load/machine.ts';
import type { Table } from '../tools/load/report/table.ts';
import { type Cell, cells, failover, type Size } from './chaos/cells.ts';
import { type Ground, openGround, openReplicatedGround } from './chaos/ground.ts';
import { publish } from './report/publish.ts';
import { benchOptions, namesWith } from './stage/bench-options.ts';
import type { Ends } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';

/**
 * `npm run bench:chaos` measures which part of the rate of deliveries remains during a disturbance, and which part
 * returns afterwards, each as a ratio to the undisturbed rate just before. Two service processes are kept saturated.
 * See README.md in this folder.
 */
const options = benchOptions('chaos', { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } });
const asked = namesWith(
  options.only,
  [...cells, failover].map(({ name }) => name),
);
const isAsked = ({ name }: { readonly name: string }): boolean => asked.includes(name);
const warmUpMs = options.quick ? 3_000 : 8_000;
/** Each of a cell's three parts takes this long: undisturbed, disturbed, mended. */
const partMs = options.quick ? 2_000 : 6_000;
const size: Size = options.quick ? { bloat: 20_000, backlog: 500, awayMs: partMs } : { bloat: 100_000, backlog: 2_000, awayMs: partMs };
const mostMinutes = 10;

interface Outcome {
  readonly name: string;
  /** Is in deliveries a second. */
  readonly undisturbed: number;
  readonly disturbed: number;
  readonly mended: number;
}

async function bench(folder: string, ends: Ends): Promise<void> {
  const begunOn = machine();
  console.log(`${begunOn}\n`);
  const outcomes = await onGround(openGround, join(folder, 'one'), (ground) => measureAll(ground, cells.filter(isAsked)));
  const missing = await missingPrograms(['pgbouncer']);
  if (isAsked(failover) && missing === null)
    outcomes.push(...(await onGround(openReplicatedGround, join(folder, 'replicated'), (ground) => measureAll(ground, [failover]))));
  const leftOut = isAsked(failover) && missing !== null ? [`${failover.name}: left out. ${missing}`] : [];
  await publish({
    name: 'chaos',
    title: 'Deliveries under chaos and pressure',
    at: new Date().toISOString(),
    machine: begunOn,
    setting: `Two processes kept saturated; ${partMs / 1_000} s undisturbed, disturbed and mended each.`,
    verdict: [
      ...leftOut,
      ...outcomes.map((outcome) => `${outcome.name}: disturbed ${ratio(outcome, 'disturbed')}, mended ${ratio(outcome, 'mended')}`),
    ],
    figures: Object.fromEntries(outcomes.map(({ name, undisturbed, mended }) => [`chaos, mended: ${name}`, mended / undisturbed])),
    sections: [{ title: 'Deliveries a second, and of undisturbed', table: tableOf(outcomes) }],
  });

  /** Opens a ground for a cell and ends all its parts before the next one opens. */
  async function onGround<On>(open: (at: string, grounds: Ends) => Promise<On>, at: string, play: (ground: On) => Promise<Outcome[]>) {
    const own: Ends = [];
    let isOver = false;
    const end = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      for (let each = own.pop(); each; each = own.pop()) await each();
    };
    ends.push(end);
    const outcomesOfIt = await play(await open(at, own));
    await end();
    return outcomesOfIt;
  }
}

async function measureAll<On extends Ground>(ground: On, asked: readonly Cell<On>[]): Promise<Outcome[]> {
  await pause(warmUpMs);
  const outcomes: Outcome[] = [];
  for (const cell of asked) {
    outcomes.push(await measureCell(ground, cell));
    const last = outcomes.at(-1);
    if (last)
      console.log(`${last.name}: ${last.undisturbed.toFixed(0)}/s, disturbed ${ratio(last, 'disturbed')}, mended ${ratio(last, 'mended')}`);
  }
  return outcomes;
}

async function measureCell<On extends Ground>(ground: On, cell: Cell<On>): Promise<Outcome> {
  await ground.load.forgetLate();
  const undisturbed = await rateDuring(ground, async () => {});
  await cell.prepare?.(ground, size);
  let mend: () => Promise<unknown> = async () => {};
  const disturbed = await rateDuring(ground, async () => {
    mend = await cell.disturb(ground, size);
  });
  await mend();
  const mended = await rateDuring(ground, async () => {});
  return { name: cell.name, undisturbed, disturbed, mended };
}

/** Measures the rate from before the disturbance begins until a part is over or the disturbance has begun, whichever is later. */
async function rateDuring({ load }: Ground, begin: () => Promise<void>): Promise<number> {
  const [begunAt, before] = [performance.now(), await load.delivered()];
  await Promise.all([begin(), pause(partMs)]);
  return (((await load.delivered()) - before) * 1_000) / (performance.now() - begunAt);
}

const ratio = (outcome: Outcome, part: 'disturbed' | 'mended'): string => (outcome[part] / outcome.undisturbed).toFixed(2);

const tableOf = (outcomes: readonly Outcome[]): Table => [
  ['', 'undisturbed', 'disturbed', 'of undisturbed', 'mended', 'of undisturbed'],
  ...outcomes.map((outcome) => [
    outcome.name,
    outcome.undisturbed.toFixed(0),
    outcome.disturbed.toFixed(0),
    ratio(outcome, 'disturbed'),
    outcome.mended.toFixed(0),
    ratio(outcome, 'mended'),
  ]),
];

await inDataFolder((folder, ends) => {
  const tooLong = pause(mostMinutes * 60_000, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`not done after ${mostMinutes} minutes`)),
  );
  return Promise.race([bench(folder, ends), tooLong]);
});
